import { badRequest } from '../errors.ts';
import type { Invoice, PaymentIntent } from '../objects/types.ts';
import type { World } from '../world.ts';
import { settleBalance, subscriptionOf } from './invoice.ts';
import { markPaid } from './paid.ts';

/**
 * Finalizes the invoice, which doesn’t change from here on: it has a number, and either nothing is due or a payment
 * waits.
 */
export function finalize(world: World, invoice: Invoice): void {
  if (invoice.status !== 'draft')
    throw badRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  const customer = world.customers.need(invoice.customer!);
  const { due, balance } = settleBalance(invoice.total, customer.balance);
  const now = world.now();
  const sequence = customer.next_invoice_sequence ?? 1;
  const pdf = `${world.url}/stripe/invoices/${invoice.id}/pdf`;
  Object.assign(invoice, {
    status: 'open',
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    amount_due: due,
    amount_remaining: due,
    starting_balance: customer.balance,
    ending_balance: balance,
    effective_at: now,
    hosted_invoice_url: pdf,
    invoice_pdf: pdf,
  } satisfies Partial<Invoice>);
  invoice.status_transitions.finalized_at = now;
  customer.next_invoice_sequence = sequence + 1;
  if (customer.balance !== balance) {
    world.change('customer.updated', customer, (changed) => {
      changed.balance = balance;
    });
  }
  if (due > 0) requestPayment(world, invoice);
  world.emit('invoice.finalized', invoice);
  if (due === 0) markPaid(world, invoice);
}

/** The invoice’s payment; a single one, however often it is tried. */
function requestPayment(world: World, invoice: Invoice): void {
  const intent = world.paymentIntents.add(intentOf(world, invoice));
  world.invoicePayments.add({
    id: world.id('inpay'),
    object: 'invoice_payment',
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  world.emit('payment_intent.created', intent);
}

function intentOf(world: World, invoice: Invoice): PaymentIntent {
  const id = world.id('pi');
  return {
    id,
    object: 'payment_intent',
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: world.id(`${id}_secret`),
    confirmation_method: 'automatic',
    created: world.now(),
    currency: invoice.currency,
    customer: invoice.customer,
    description: subscriptionOf(invoice) === null ? null : 'Subscription payment',
    last_payment_error: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    status: 'requires_payment_method',
  };
}
