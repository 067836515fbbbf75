import type { Invoice, InvoicePayment, PaymentIntent, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { subscriptionOf } from './invoice.ts';

const paymentOf = (world: World, invoice: Invoice): InvoicePayment | undefined =>
  [...world.invoicePayments].find((payment) => payment.invoice === invoice.id);

export function intentOf(world: World, invoice: Invoice): PaymentIntent | undefined {
  const id = paymentOf(world, invoice)?.payment.payment_intent;
  return id === undefined ? undefined : world.paymentIntents.get(id);
}

/** Settles the invoice; its subscription is in good standing again if nothing else is open. */
export function markPaid(world: World, invoice: Invoice): void {
  const now = world.now();
  const payment = paymentOf(world, invoice);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  } satisfies Partial<Invoice>);
  invoice.status_transitions.paid_at = now;
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
    payment.status_transitions.paid_at = now;
    world.emit('invoice_payment.paid', payment);
  }
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
  const subscription = world.subscriptions.get(subscriptionOf(invoice) ?? '');
  if (subscription) recover(world, subscription, invoice);
}

/** Only the newest invoice counts. */
function recover(world: World, subscription: Subscription, invoice: Invoice): void {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  if (subscription.latest_invoice !== invoice.id) return;
  world.change('customer.subscription.updated', subscription, (changed) => {
    changed.status = 'active';
  });
  setDelinquent(world, subscription.customer, false);
}

export function setDelinquent(world: World, id: string, delinquent: boolean): void {
  const customer = world.customers.get(id);
  if (!customer) return;
  world.change('customer.updated', customer, (changed) => {
    changed.delinquent = delinquent;
  });
}
