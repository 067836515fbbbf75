import { collect, payingMethod, paymentError } from '../billing/collect.ts';
import { subscriptionOf } from '../billing/invoice.ts';
import { intentOf } from '../billing/paid.ts';
import { voidInvoice } from '../billing/renew.ts';
import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';
import type { Invoice } from '../objects/types.ts';
import { preview } from './invoice-preview.ts';

const invoiceFor = ({ world, ids: [id = ''] }: Call): Invoice => world.invoices.need(id);

/** Charges once: a paid invoice refuses. */
function pay(call: Call): Invoice {
  const { world, params } = call;
  const invoice = invoiceFor(call);
  if (invoice.status === 'paid') throw badRequest('Invoice is already paid');
  if (invoice.status !== 'open') throw badRequest(`This invoice can’t be paid: it is ${invoice.status}.`);
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
  const outcome = collect(world, invoice, method);
  if (outcome.kind !== 'paid') throw paymentError(outcome, 'invoice', intentOf(world, invoice));
  return invoice;
}

function list(call: Call): object {
  const { world, params } = call;
  const customer = params.text('customer');
  const subscription = params.text('subscription');
  const rows = world.invoices
    .newestFirst()
    .filter(
      (row) =>
        (customer === undefined || row.customer === customer) &&
        (subscription === undefined || subscriptionOf(row) === subscription),
    );
  return pageOf(call, '/v1/invoices', rows);
}

function voidCall(call: Call): Invoice {
  const invoice = invoiceFor(call);
  if (invoice.status !== 'open') throw badRequest(`You can only pass in open invoices. This invoice isn't open.`);
  voidInvoice(call.world, invoice);
  return invoice;
}

function listPayments(call: Call): object {
  const { world, params } = call;
  const [invoice, status] = [params.text('invoice'), params.text('status')];
  const rows = world.invoicePayments
    .newestFirst()
    .filter(
      (row) => (invoice === undefined || row.invoice === invoice) && (status === undefined || row.status === status),
    );
  return pageOf(call, '/v1/invoice_payments', rows);
}

export const invoiceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    accepts: [...listParams, 'customer', 'subscription'],
    run: list,
  },
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    accepts: ['customer', 'subscription', 'subscription_details'],
    run: preview,
  },
  { method: 'GET', path: '/v1/invoices/*', accepts: [], run: invoiceFor },
  { method: 'POST', path: '/v1/invoices/*/pay', accepts: ['payment_method', 'off_session'], run: pay },
  { method: 'POST', path: '/v1/invoices/*/void', accepts: [], run: voidCall },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    accepts: [...listParams, 'invoice', 'status'],
    run: listPayments,
  },
];
