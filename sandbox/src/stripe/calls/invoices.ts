import { collect, payingMethod, paymentError } from '../billing/collect.ts';
import { finalize } from '../billing/finalize.ts';
import { subscriptionOf } from '../billing/invoice.ts';
import { intentOf } from '../billing/paid.ts';
import { voidInvoice } from '../billing/renew.ts';
import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { createdWithin, listParams, pageOf } from '../list.ts';
import type { Invoice } from '../objects/types.ts';
import { preview } from './invoice-preview.ts';

const invoiceFor = ({ world, ids: [id = ''] }: Call): Invoice => world.invoices.need(id);

/** Takes the money once: an invoice that is paid refuses. */
function pay(call: Call): Invoice {
  const { world, params } = call;
  const invoice = invoiceFor(call);
  if (invoice.status === 'paid') throw badRequest('Invoice is already paid');
  if (invoice.status === 'draft') finalize(world, invoice);
  if ((invoice.status as string) === 'paid') return invoice;
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw badRequest(`This invoice can no longer be paid: it is ${invoice.status}.`);
  }
  const given = params.text('payment_method');
  const subscription = world.subscriptions.get(subscriptionOf(invoice) ?? '') ?? null;
  const method =
    given === undefined
      ? payingMethod(world, invoice.customer!, subscription)
      : world.paymentMethods.need(given, 'payment_method');
  if (method && method.customer !== invoice.customer) {
    throw badRequest(
      `The payment method ${method.id} does not belong to the customer of this invoice.`,
      'payment_method',
    );
  }
  if (!method)
    throw badRequest(
      'There is no default_payment_method set on this Customer or Invoice. Please set a default payment method or pass one.',
      'payment_method',
    );
  invoice.status = 'open';
  const outcome = collect(world, invoice, method);
  if (outcome.kind !== 'paid') throw paymentError(outcome, 'invoice', intentOf(world, invoice));
  return invoice;
}

function finalizeCall(call: Call): Invoice {
  const { world, params } = call;
  const invoice = invoiceFor(call);
  const advance = params.boolean('auto_advance');
  finalize(world, invoice);
  if (advance !== undefined && invoice.status === 'open') invoice.auto_advance = advance;
  return invoice;
}

function voidCall(call: Call): Invoice {
  const invoice = invoiceFor(call);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw badRequest(`You can only pass in open invoices. This invoice isn't open.`);
  }
  voidInvoice(call.world, invoice);
  return invoice;
}

function markUncollectible(call: Call): Invoice {
  const { world } = call;
  const invoice = invoiceFor(call);
  if (invoice.status !== 'open') throw badRequest(`You can only mark open invoices as uncollectible.`);
  Object.assign(invoice, { status: 'uncollectible', auto_advance: false, next_payment_attempt: null });
  invoice.status_transitions.marked_uncollectible_at = world.now();
  world.emit('invoice.marked_uncollectible', invoice);
  return invoice;
}

function list(call: Call): object {
  const { world, params } = call;
  const customer = params.text('customer');
  const subscription = params.text('subscription');
  const status = params.text('status');
  const rows = createdWithin(call, world.invoices.newestFirst()).filter(
    (row) =>
      (customer === undefined || row.customer === customer) &&
      (subscription === undefined || subscriptionOf(row) === subscription) &&
      (status === undefined || row.status === status),
  );
  return pageOf(call, '/v1/invoices', rows);
}

function listPayments(call: Call): object {
  const { world, params } = call;
  const invoice = params.text('invoice');
  const rows = world.invoicePayments.newestFirst().filter((row) => invoice === undefined || row.invoice === invoice);
  return pageOf(call, '/v1/invoice_payments', rows);
}

export const invoiceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    accepts: [...listParams, 'customer', 'subscription', 'status', 'created'],
    run: list,
  },
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    accepts: ['customer', 'subscription', 'subscription_details', 'automatic_tax'],
    run: preview,
  },
  { method: 'GET', path: '/v1/invoices/*', accepts: [], run: invoiceFor },
  {
    method: 'GET',
    path: '/v1/invoices/*/lines',
    accepts: listParams,
    run: (call) => pageOf(call, `/v1/invoices/${call.ids[0]}/lines`, invoiceFor(call).lines.data),
  },
  { method: 'POST', path: '/v1/invoices/*/pay', accepts: ['payment_method', 'off_session'], run: pay },
  { method: 'POST', path: '/v1/invoices/*/finalize', accepts: ['auto_advance'], run: finalizeCall },
  { method: 'POST', path: '/v1/invoices/*/void', accepts: [], run: voidCall },
  { method: 'POST', path: '/v1/invoices/*/mark_uncollectible', accepts: [], run: markUncollectible },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    accepts: [...listParams, 'invoice', 'payment', 'status'],
    run: listPayments,
  },
];
