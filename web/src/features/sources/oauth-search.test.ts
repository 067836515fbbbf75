import { expect, it } from 'vitest';
import { appsSearch, oauthSearch } from './oauth-search.ts';

it('reads known parameters as text, even if the router parsed a number', () => {
  expect(oauthSearch({ code: 123, state: 'abc', scope: 'files', error: '' })).toEqual({ code: '123', state: 'abc' });
  expect(oauthSearch({ error: 'access_denied', state: ['a', 'b'], code: null })).toEqual({ error: 'access_denied' });
});

it('accepts only an id for the settings of /apps', () => {
  expect(appsSearch({ settings: '0190' })).toEqual({ settings: '0190' });
  expect(appsSearch({ settings: 7 })).toEqual({});
});
