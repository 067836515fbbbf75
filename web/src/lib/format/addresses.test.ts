import { expect, it } from 'vitest';
import { isAddress, messageFor, splitAddresses } from './addresses.ts';

it('splits pasted addresses', () => {
  expect(splitAddresses(['a@b.co', 'c@d.co, e@f.co;g@h.co\ni@j.co  A@b.co'])).toEqual([
    'A@b.co',
    'c@d.co',
    'e@f.co',
    'g@h.co',
    'i@j.co',
  ]);
});

it('checks with the rule of the contract', () => {
  expect([isAddress('a@b.co'), isAddress('nonsense')]).toEqual([true, false]);
});

it('names the invalid address', () => {
  expect(messageFor({ 'emails.1': 'Must be a valid email' }, ['a@b.co', 'nonsense'])).toBe(
    'nonsense: Must be a valid email',
  );
  expect(messageFor({ emails: 'Enter at least one address' }, [])).toBe('Enter at least one address');
  expect(messageFor({}, [])).toBeUndefined();
});
