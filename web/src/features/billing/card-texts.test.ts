import { expect, it } from 'vitest';
import { cardText, expiryText, isExpired } from './card-texts.ts';

const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };

it('names a card', () => {
  expect(cardText(card)).toBe('Visa ending in 4242');
  expect(cardText({ ...card, brand: 'cartes_bancaires' })).toBe('Card ending in 4242');
  expect(expiryText(card)).toBe('04/30');
});

it('treats a card as valid until the end of its month', () => {
  expect(isExpired(card, new Date(2030, 3, 30, 23, 59))).toBe(false);
  expect(isExpired(card, new Date(2030, 4, 1))).toBe(true);
  expect(isExpired({ exp_month: 12, exp_year: 2029 }, new Date(2030, 0, 1))).toBe(true);
});
