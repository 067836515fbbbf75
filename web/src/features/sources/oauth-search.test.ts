import { expect, it } from 'vitest';
import { appsSearch, oauthSearch } from './oauth-search.ts';

it('takes what it knows as text, also where the router has read a number', () => {
  expect(oauthSearch({ code: 123, state: 'abc', scope: 'files', error: '' })).toEqual({ code: '123', state: 'abc' });
  expect(oauthSearch({ error: 'access_denied', state: ['a', 'b'], code: null })).toEqual({ error: 'access_denied' });
});

it('takes an id for the settings of /apps, and nothing else', () => {
  expect(appsSearch({ settings: '0190' })).toEqual({ settings: '0190' });
  expect(appsSearch({ settings: 7 })).toEqual({});
});
