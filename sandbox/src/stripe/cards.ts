import { brandOf, cvcLength, passesLuhn } from './browser/card-format.ts';

/** The reason of a bank’s refusal; `code` and `decline_code` as Stripe documents them. */
export interface Refusal {
  code: string;
  decline_code?: string;
  message: string;
}

/** The behavior of a card. */
export interface CardBehavior {
  brand: string;
  /** The reason for refusing to save it. */
  onSetup?: Refusal;
  /** The reason for refusing a payment. */
  onCharge?: Refusal;
  /** Requires authentication when it is saved, or before every payment. */
  authentication?: 'setup' | 'always';
}

const declined = (decline_code: string, message = 'Your card was declined.'): Refusal => ({
  code: 'card_declined',
  decline_code,
  message,
});
const noFunds = declined('insufficient_funds', 'Your card has insufficient funds.');

/** The test cards. */
const testCards: readonly ({ number: string } & CardBehavior)[] = [
  { number: '4242424242424242', brand: 'visa' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '378282246310005', brand: 'amex' },
  {
    number: '4000000000000002',
    brand: 'visa',
    onSetup: declined('generic_decline'),
  },
  { number: '4000000000009995', brand: 'visa', onSetup: noFunds },
  {
    number: '4000000000000069',
    brand: 'visa',
    onSetup: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    onSetup: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    onSetup: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  // It can be saved, but every payment fails.
  { number: '4000000000000341', brand: 'visa', onCharge: noFunds },
  // It requires authentication once, when it is saved.
  { number: '4000002500003155', brand: 'visa', authentication: 'setup' },
  { number: '4000002760003184', brand: 'visa', authentication: 'always' },
];

export interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** Real numbers are refused, as in Stripe’s test mode. */
export function behaviorOf(number: string): CardBehavior {
  const found = testCards.find((card) => card.number === number);
  if (found) return found;
  const message =
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
  return { brand: brandOf(number), onSetup: declined('test_mode_live_card', message) };
}

/** The error in a card’s data before the bank is involved. */
export function checkCard({ number, expMonth, expYear, cvc }: CardDetails, now: Date): Refusal | null {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return { code: 'incorrect_number', message: 'Your card number is incorrect.' };
  }
  if (expMonth < 1 || expMonth > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." };
  }
  const isPast = expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (isPast || expYear > now.getUTCFullYear() + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }
  if (!/^\d+$/.test(cvc) || cvc.length !== cvcLength(brandOf(number))) {
    return { code: 'invalid_cvc', message: "Your card's security code is invalid." };
  }
  return null;
}
