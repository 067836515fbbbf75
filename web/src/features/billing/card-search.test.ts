import { expect, it } from 'vitest';
import { cardSearch } from './card-search.ts';

it.each([
  [{ return: '/onboarding?step=4' }, { return: '/onboarding?step=4' }],
  [{ return: '//elsewhere.example' }, {}],
  [{ return: 'https://elsewhere.example' }, {}],
  [{ return: '/\\elsewhere.example' }, {}],
  [{ return: 7 }, {}],
  [{}, {}],
])('reads %j as %j', (search, read) => expect(cardSearch(search)).toEqual(read));
