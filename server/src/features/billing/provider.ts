import type { Stripe } from 'stripe';
import { AppError, notFound } from '../../errors.ts';
import type { Payments } from '../../platform/payments/index.ts';
import type { Services } from '../../services.ts';

/** Throws "not found" where billing is off. */
export function paymentsOf({ payments }: Services): Payments {
  if (!payments) throw notFound('Billing');
  return payments;
}

/**
 * Recognizes errors by the type that the provider's library sets on them, so that the library is loaded only where it
 * is used.
 */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && /^Stripe\w*Error$/.test((error as { type?: string }).type ?? '');

/** Whether the provider refused with this code. */
export const isRefusedAs = (error: unknown, code: string): boolean => isStripeError(error) && error.code === code;

/** Returns the provider's final refusal, which repeating the call would not change; null for other errors. */
export function refusalOf(error: unknown): AppError | null {
  if (!isStripeError(error)) return null;
  if (error.type === 'StripeCardError') return new AppError('payment_failed', declineInWords(error));
  if (error.type === 'StripeInvalidRequestError')
    return new AppError('conflict', `The payment provider refused this: ${error.message}`);
  return null;
}

/** Turns an error of a call to the provider into one with a message for the person. */
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
