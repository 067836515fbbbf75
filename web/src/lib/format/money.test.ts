import { expect, it } from 'vitest';
import { formatMoney } from './money.ts';

it.each([
  [1050, 'usd', '$10.50'],
  [1000, 'usd', '$10.00'],
  [-250, 'usd', '-$2.50'],
  [123_456_789, 'usd', '$1,234,567.89'],
  [1050, 'jpy', '¥1,050'],
])('%i of %s is %s', (amount, currency, text) => expect(formatMoney(amount, { currency })).toBe(text));

it('shortens whole prices', () => {
  expect(formatMoney(1000, { currency: 'usd', short: true })).toBe('$10');
  expect(formatMoney(950, { currency: 'usd', short: true })).toBe('$9.50');
});
