import type { Card } from '@sheaf/contract';

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const brandName = (brand: string): string => brands[brand] ?? 'Card';

/** As printed on the card: 04/30. */
export const expiryText = ({ exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;

/** A card is valid to the end of its month. */
export function isExpired({ exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>, now = new Date()): boolean {
  return now >= new Date(exp_year, exp_month, 1);
}

/** In a sentence: 'Visa ending in 4242'. */
export const cardText = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string =>
  `${brandName(brand)} ending in ${last4}`;
