import type Stripe from 'stripe';

/** A field in JSON: references are ids until they are expanded, and decimals are text. */
type Field<V> = string extends V ? Exclude<V, { object: string }> : Wire<V>;

/**
 * Stripe’s own types in the API’s format. Stripe sends null for some fields that the sandbox may leave out, so code
 * that reads them compares with `== null`.
 */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Item)[]
    ? Field<Item>[]
    : T extends object
      ? { [Key in keyof T as null extends T[Key] ? never : Key]: Field<T[Key]> } & {
          [Key in keyof T as null extends T[Key] ? Key : never]?: Field<T[Key]>;
        }
      : T;

export type Customer = Wire<Stripe.Customer>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type SetupIntent = Wire<Stripe.SetupIntent>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type Subscription = Wire<Stripe.Subscription>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Refund = Wire<Stripe.Refund>;
export type TaxId = Wire<Stripe.TaxId>;
export type WebhookEndpoint = Wire<Stripe.WebhookEndpoint>;

export interface StripeEvent {
  id: string;
  object: 'event';
  account?: string;
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: Record<string, unknown> };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}
