import { describe, expect, it } from 'vitest';
import { brandOf, judgeCvc, judgeExpiry, judgeNumber } from './card-format.ts';

const now = new Date(2026, 10, 16);

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242', 'visa'],
    ['42424242424242429', '4242 4242 4242 4242', 'visa'],
    ['5555 5555-5555 4444', '5555 5555 5555 4444', 'mastercard'],
    ['378282246310005', '3782 822463 10005', 'amex'],
    ['42424', '4242 4', 'visa'],
    ['', '', 'unknown'],
  ])('%s is written as %s', (typed, text, brand) => {
    expect(judgeNumber(typed).text).toBe(text);
    expect(brandOf(typed.replace(/\D/g, ''))).toBe(brand);
  });

  it('is complete, incomplete or invalid', () => {
    expect(judgeNumber('4242424242424242')).toMatchObject({ isComplete: true, error: null, missing: null });
    expect(judgeNumber('424242').missing?.message).toBe('Your card number is incomplete.');
    expect(judgeNumber('4242424242424241').error?.message).toBe('Your card number is invalid.');
  });
});

describe('an expiration date', () => {
  it.each([
    ['1', '1'],
    ['5', '05 / '],
    ['12', '12 / '],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['1228', '12 / 28'],
    ['12/2028', '12 / 28'],
    ['00', '0'],
  ])('%s is written as %s', (typed, text) => expect(judgeExpiry(typed, now).text).toBe(text));

  it.each([
    ['1126', null],
    ['1026', "Your card's expiration date is in the past."],
    ['1225', "Your card's expiration year is in the past."],
    ['1299', "Your card's expiration year is invalid."],
  ])('%s is judged', (typed, message) => expect(judgeExpiry(typed, now).error?.message ?? null).toBe(message));

  it('may be incomplete', () =>
    expect(judgeExpiry('12 / 2', now).missing?.message).toBe("Your card's expiration date is incomplete."));
});

it('has a code of three digits, or four on American Express', () => {
  expect(judgeCvc('1234', 'visa')).toMatchObject({ text: '123', isComplete: true });
  expect(judgeCvc('123', 'amex').missing?.message).toBe("Your card's security code is incomplete.");
  expect(judgeCvc('1234', 'amex')).toMatchObject({ text: '1234', isComplete: true });
});
