import { badRequest } from '../errors.ts';
import type { Invoice, InvoiceLine, PaymentMethod, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { collect, outcomeOf, payingMethod, paymentError } from './collect.ts';
import { finalize } from './finalize.ts';
import { draftInvoice, type InvoiceDraft, settleBalance } from './invoice.ts';

/** Creates the draft of a due invoice, including waiting prorations. */
export function issue(world: World, draft: InvoiceDraft): Invoice {
  const invoice = world.invoices.add(draftInvoice(world, draft));
  const { subscription } = draft;
  if (subscription) {
    world.pendingLines.delete(subscription.id);
    subscription.latest_invoice = invoice.id;
  }
  world.emit('invoice.created', invoice);
  return invoice;
}

/** The behavior of a call if its payment fails. The sandbox doesn’t support Stripe’s default, `allow_incomplete`. */
export type PaymentBehavior = 'error_if_incomplete';

/** Refuses a call that must not leave an unpaid invoice behind, before it has any effect. */
export function checkPayment(
  world: World,
  customer: string,
  method: PaymentMethod | null,
  lines: readonly InvoiceLine[],
  behavior: PaymentBehavior | undefined,
): void {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const { due } = settleBalance(total, world.customers.need(customer).balance);
  if (due === 0) return;
  if (!method) {
    throw badRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      undefined,
      'resource_missing',
    );
  }
  const outcome = outcomeOf(world, method);
  if (outcome.kind === 'paid') return;
  // Stripe would leave an incomplete subscription or an unpaid invoice behind.
  if (behavior === undefined) {
    throw badRequest(
      'The payment would fail, and the sandbox has no incomplete subscriptions: send payment_behavior=error_if_incomplete.',
      'payment_behavior',
    );
  }
  throw paymentError(outcome, 'subscription');
}

/** Finalizes and collects at once. */
export function charge(world: World, invoice: Invoice, subscription: Subscription): void {
  finalize(world, invoice);
  if (invoice.status === 'open') collect(world, invoice, payingMethod(world, subscription.customer, subscription));
}
