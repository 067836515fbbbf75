import type { Stripe } from 'stripe';
import { AppError, notFound } from '../../errors.ts';
import type { Payments } from '../../platform/payments/index.ts';
import type { Services } from '../../services.ts';

/** Where billing is off, none of its calls exists. */
export function paymentsOf({ payments }: Services): Payments {
  if (!payments) throw notFound('Billing');
  return payments;
}

/** Errors of the provider's library by their type, which it writes on them: the library itself is loaded only where it is used. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && /^Stripe\w*Error$/.test((error as { type?: string }).type ?? '');

/** Whether the provider gave this code as its reason. */
export const isRefusedAs = (error: unknown, code: string): boolean => isStripeError(error) && error.code === code;

/** The provider looked at it and said no: asking again would get the same answer. */
export function refusalOf(error: unknown): AppError | null {
  if (!isStripeError(error)) return null;
  if (error.type === 'StripeCardError') return new AppError('payment_failed', declineInWords(error));
  if (error.type === 'StripeInvalidRequestError')
    return new AppError('conflict', `The payment provider refused this: ${error.message}`);
  return null;
}

/** What a call to the provider throws, in words for the person who asked. */
export function inWords(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  return new AppError('unavailable', 'The payment provider can’t be reached. Try again in a minute.', {
    retryAfter: 60,
  });
}

export const asked = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw inWords(error);
  });

function declineInWords({ code, decline_code }: Stripe.errors.StripeError): string {
  switch (decline_code ?? code) {
    case 'insufficient_funds':
      return 'The card has insufficient funds. Nothing was charged. Use another card.';
    case 'expired_card':
      return 'The card has expired. Nothing was charged. Use another card.';
    case 'authentication_required':
    case 'subscription_payment_intent_requires_action':
    case 'invoice_payment_intent_requires_action':
      return 'Your bank wants you to confirm the card. Nothing was charged. Add the card again to confirm it, or use another one.';
    default:
      return 'The card was declined. Nothing was charged. Use another card, or ask your bank.';
  }
}
