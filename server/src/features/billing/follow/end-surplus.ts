import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Services } from '../../../services.ts';
import { surplusMail } from '../billing.mails.ts';
import type { Customer } from '../customers.queries.ts';
import { refusalOf } from '../provider.ts';
import { mailOwners } from './mail-owners.ts';
import type { Seen } from './read-provider.ts';
import { closeSurplus, noteSurplus, openSurplus } from './surplus.queries.ts';

/**
 * Makes sure that a workspace pays for only one subscription: cancels all others that stand for a plan, refunds
 * everything paid for them, and notifies the owners. If it is interrupted, the next reconcile finishes it, and each
 * payment is refunded once. Returns whether there was anything to do.
 */
export async function endSurplus(
  services: Services,
  customer: Customer & { provider_id: string },
  { livePlans }: Seen,
): Promise<boolean> {
  const { db, log } = services;
  if (livePlans.length > 1) await db.transaction().execute((tx) => noteSurplus(tx, customer.id, livePlans));
  const surplus = await openSurplus(db, customer.id);
  for (const subscription of surplus) {
    await endOne(services, customer, subscription).catch((error) => {
      // If the provider refuses a refund, people still get their plan, and the next reconcile tries again.
      if (!refusalOf(error)) throw error;
      log.error(
        { err: error, customer: customer.provider_id, subscription },
        'a second subscription can’t be refunded',
      );
    });
  }
  return surplus.length > 0;
}

async function endOne(services: Services, customer: Customer, subscription: string): Promise<void> {
  const { db, payments, log, counters, config } = services;
  const { stripe } = payments!;
  await unlessDone('resource_missing', stripe.subscriptions.cancel(subscription, { prorate: false }));
  const refunded: Stripe.Invoice[] = [];
  for await (const invoice of stripe.invoices.list({ subscription, limit: 100 })) {
    if (invoice.status === 'open') await stripe.invoices.voidInvoice(invoice.id);
    if (invoice.status !== 'paid' || invoice.amount_paid === 0) continue;
    await refund(stripe, invoice.id);
    refunded.push(invoice);
  }
  const amount = inWords(refunded);
  const isFirst = await db.transaction().execute(async (tx) => {
    const ids = refunded.map(({ id }) => id);
    if (!(await closeSurplus(tx, subscription, ids))) return false;
    const { rows } = await sql<{ id: string; name: string }>`select id, name from organizations
      where id = ${customer.organization_id}`.execute(tx);
    for (const { id, name: workspace } of rows)
      await mailOwners(tx, id, surplusMail({ workspace, amount, url: `${config.publicUrl}/plans?org=${id}` }));
    return true;
  });
  if (!isFirst) return;
  counters.surplusEnded();
  log.warn(
    { customer: customer.provider_id, subscription, refunded: amount },
    'a workspace had a second subscription: it was canceled and refunded',
  );
}

async function refund(stripe: Stripe, invoice: string): Promise<void> {
  for await (const { payment } of stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 })) {
    const intent = typeof payment.payment_intent === 'string' ? payment.payment_intent : payment.payment_intent?.id;
    if (!intent) continue;
    const given = stripe.refunds.create(
      { payment_intent: intent, reason: 'duplicate' },
      { idempotencyKey: `surplus-${intent}` },
    );
    await unlessDone('charge_already_refunded', given);
  }
}

/** Ignores an error whose code says that it was already done. */
const unlessDone = (code: string, work: Promise<unknown>): Promise<unknown> =>
  work.catch((error) => {
    if ((error as { code?: string }).code !== code) throw error;
  });

function inWords(invoices: readonly Stripe.Invoice[]): string | null {
  const currency = invoices[0]?.currency;
  if (!currency) return null;
  const amount = invoices.reduce((sum, invoice) => sum + invoice.amount_paid, 0) / 100;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}
