import { randomBytes } from 'node:crypto';
import type { CardBehavior } from './cards.ts';
import { Clock } from './clock.ts';
import { Table } from './objects/table.ts';
import type {
  Customer,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Price,
  Product,
  Refund,
  SetupIntent,
  StripeEvent,
  Subscription,
  TaxId,
  WebhookEndpoint,
} from './objects/types.ts';

/** The version that the SDK of this name speaks. */
export const apiVersion = '2026-10-28.endive';

export interface WorldOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** The complete state of this Stripe: one account in test mode. */
export class World {
  readonly options: WorldOptions;
  readonly clock = new Clock();
  readonly customers = new Table<Customer>('customer');
  readonly deletedCustomers = new Set<string>();
  readonly paymentMethods = new Table<PaymentMethod>('payment_method');
  readonly setupIntents = new Table<SetupIntent>('setup_intent');
  readonly products = new Table<Product>('product');
  readonly prices = new Table<Price>('price');
  readonly subscriptions = new Table<Subscription>('subscription');
  readonly invoices = new Table<Invoice>('invoice');
  readonly invoicePayments = new Table<InvoicePayment>('invoice_payment');
  readonly paymentIntents = new Table<PaymentIntent>('payment_intent');
  readonly refunds = new Table<Refund>('refund');
  readonly taxIds = new Table<TaxId>('tax_id');
  readonly webhookEndpoints = new Table<WebhookEndpoint>('webhook_endpoint', 16);
  /** The oldest are forgotten; Stripe keeps a month of them. */
  readonly events = new Table<StripeEvent>('event', 5_000);
  /** How the card behind a payment method acts. */
  readonly cards = new Map<string, CardBehavior>();
  /** Prorations that wait for the next invoice, by subscription. */
  readonly pendingLines = new Map<string, InvoiceLine[]>();
  /** Every amount that was taken from a card, in order. */
  readonly charges: { invoice: string; customer: string; amount: number; at: number }[] = [];
  /** The call that is answered now; events name it. */
  request: StripeEvent['request'] = { id: null, idempotency_key: null };
  onEvent: (event: StripeEvent) => void = () => {};
  /** Where the server listens. */
  url = '';

  constructor(options: WorldOptions) {
    this.options = options;
  }

  now(): number {
    return this.clock.now();
  }

  /** Random, so that ids of an earlier run are never those of somebody else. */
  id(prefix: string, length = 24): string {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    return `${prefix}_${[...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')}`;
  }

  emit(type: string, object: object, previous?: Record<string, unknown>): void {
    const event: StripeEvent = {
      id: this.id('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.now(),
      data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: { ...this.request },
      type,
    };
    this.events.push(event);
    this.onEvent(event);
  }

  /** Changes an object and says what it was before; silent where nothing changed. */
  change<T extends object>(type: string, object: T, mutate: (object: T) => void): void {
    const before: Record<string, unknown> = Object.fromEntries(Object.entries(structuredClone(object)));
    mutate(object);
    const previous = Object.fromEntries(
      Object.entries(object)
        .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
        .map(([key]) => [key, before[key] ?? null]),
    );
    if (Object.keys(previous).length > 0) this.emit(type, object, previous);
  }
}
