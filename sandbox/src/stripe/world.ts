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

/** The API version of the SDK with this name. */
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
  /** The oldest are dropped; Stripe keeps a month of them. */
  readonly events = new Table<StripeEvent>('event', 5_000);
  /** The behavior of the card behind a payment method. */
  readonly cards = new Map<string, CardBehavior>();
  /** Prorations waiting for the next invoice, by subscription. */
  readonly pendingLines = new Map<string, InvoiceLine[]>();
  /** Every amount charged to a card, in order. */
  readonly charges: { invoice: string; customer: string; amount: number; at: number }[] = [];
  /** The current call, which its events name. */
  request: StripeEvent['request'] = { id: null, idempotency_key: null };
  onEvent: (event: StripeEvent) => void = () => {};
  /** The server’s address. */
  url = '';

  constructor(options: WorldOptions) {
    this.options = options;
  }

  now(): number {
    return this.clock.now();
  }

  /** Random, so that ids of an earlier run never belong to another object. */
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

  /** Changes an object and reports its previous values; silent if nothing changed. */
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
