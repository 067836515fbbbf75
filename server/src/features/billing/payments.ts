import type { Payment } from '@sheaf/contract';
import { offsetOf, type PageOf, paged } from '../../db/paging.ts';
import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { countPayments, findPayment, listPayments, type PaymentRow } from './follow/state.queries.ts';
import { asked, paymentsOf } from './provider.ts';

const present = ({ id, amount, currency, status, created_at, description, receipt_url }: PaymentRow): Payment => ({
  id,
  amount,
  currency,
  status,
  created_at: created_at.toISOString(),
  description,
  receipt_url,
});

export async function pageOfPayments(services: Services, { membership }: Member, query: PageOf) {
  paymentsOf(services);
  const { db } = services;
  const { organizationId } = membership;
  const rows = await listPayments(db, organizationId, { limit: query.per_page, offset: offsetOf(query) });
  return paged(query, rows, present, () => countPayments(db, organizationId));
}

/** Asks the provider each time, because the addresses of its pages expire. */
export async function receiptOf(services: Services, { membership }: Member, id: string) {
  const { stripe } = paymentsOf(services);
  const payment = await findPayment(services.db, membership.organizationId, id);
  if (!payment) throw notFound('This payment');
  const invoice = await asked(stripe.invoices.retrieve(payment.provider_id));
  return { url: invoice.hosted_invoice_url ?? null, pdf_url: invoice.invoice_pdf ?? null };
}
