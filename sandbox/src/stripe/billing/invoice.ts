import type { Customer, Invoice, InvoiceLine, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';

export interface InvoiceDraft {
  customer: Customer;
  subscription: Subscription | null;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  lines: InvoiceLine[];
  period: { start: number; end: number };
}

/** Stripe’s minimum amount; smaller ones are added to the next invoice. */
const MIN_CHARGE = 50;

/** The amount charged to the card, and the remaining balance; credit is negative. */
export function settleBalance(total: number, balance: number): { due: number; balance: number } {
  const owed = total + balance;
  if (owed <= 0) return { due: 0, balance: owed };
  return owed < MIN_CHARGE ? { due: 0, balance: owed } : { due: owed, balance: 0 };
}

/** An invoice that isn’t stored yet. */
export function draftInvoice(world: World, draft: InvoiceDraft): Invoice {
  const { customer, subscription, reason, lines, period } = draft;
  const id = world.id(reason === 'upcoming' ? 'upcoming_in' : 'in');
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const { due } = settleBalance(total, customer.balance);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sheaf',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: world.now(),
    currency: lines[0]?.currency ?? subscription?.currency ?? 'usd',
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [...world.taxIds]
      .filter((taxId) => taxId.customer === customer.id)
      .map(({ type, value }) => ({ type, value })),
    default_tax_rates: [],
    discounts: [],
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: subscription && {
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  };
}

export const subscriptionOf = (invoice: Invoice): string | null =>
  invoice.parent?.subscription_details?.subscription ?? null;
