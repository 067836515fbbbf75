import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { pageQuery } from '../calls/envelope.ts';
import { id, required, success, text, timestamp } from '../calls/fields.ts';
import { taxIdOf } from './vat-id.ts';

const card = z
  .object({
    id: z.uuid(),
    /** The provider's name for it: visa, mastercard, amex… */
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
    name: z.string().nullable(),
    /** The card that pays subscriptions. */
    primary: z.boolean(),
  })
  .meta({ id: 'Card' });
export type Card = z.output<typeof card>;

const paymentRecord = z
  .object({
    id: z.uuid(),
    /** In minor units; a negative amount is a credit. */
    amount: z.int(),
    currency: z.string(),
    status: z.enum(['paid', 'open', 'failed', 'void']),
    created_at: timestamp,
    description: z.string(),
    /** The provider's page with the receipt. It may expire: the receipt call returns a fresh one. */
    receipt_url: z.url().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.output<typeof paymentRecord>;

const addressFields = {
  name: required(120),
  line1: required(200),
  line2: text(200).trim().nullable().default(null),
  city: required(120),
  state: text(120).trim().nullable().default(null),
  postal_code: required(20),
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country'),
  vat_id: text(40)
    .trim()
    .refine(
      (value) => value === '' || taxIdOf(value) !== undefined,
      'Must be a VAT ID of the EU, UK, Switzerland or Norway, with its country code, like DE123456789',
    )
    .nullable()
    .default(null),
};

const billingAddress = z
  .object({
    name: z.string(),
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string().nullable(),
    postal_code: z.string(),
    country: z.string(),
    vat_id: z.string().nullable(),
  })
  .meta({ id: 'BillingAddress' });
export type BillingAddress = z.output<typeof billingAddress>;

const byId = z.strictObject({ id });

/**
 * Card numbers never come here: the browser gives them to the provider. Without billing, all of these answer not_found.
 */
export const payment = {
  registerCardIntent: endpoint({
    method: 'POST',
    path: '/payment/card-register-intent',
    access: 'billing.manage',
    summary: 'Start adding a card: what the provider’s script in the browser needs',
    data: z.object({
      client_secret: z.string(),
      register_intent_id: z.string(),
      publishable_key: z.string(),
      /** The provider’s script, only for the page with the card form. */
      script_url: z.url(),
    }),
    status: 201,
    errors: ['conflict'],
    whileReadOnly: true,
  }),
  addCard: endpoint({
    method: 'POST',
    path: '/payment/cards',
    access: 'billing.manage',
    summary: 'Save the card that the browser registered with the provider',
    body: z.strictObject({ register_intent_id: required(255), primary: z.boolean().default(true) }),
    data: card,
    status: 201,
    errors: ['conflict', 'payment_failed'],
    whileReadOnly: true,
  }),
  cards: endpoint({
    method: 'GET',
    path: '/payment/cards',
    access: 'billing.read',
    summary: 'The cards of the workspace, the primary one first',
    data: z.array(card),
  }),
  updateCard: endpoint({
    method: 'PUT',
    path: '/payment/cards/{id}',
    access: 'billing.manage',
    summary: 'Make a card the primary one',
    params: byId,
    body: z.strictObject({ primary: z.literal(true, 'Choose another card to be the primary one') }),
    data: card,
    errors: ['conflict'],
    whileReadOnly: true,
  }),
  removeCard: endpoint({
    method: 'DELETE',
    path: '/payment/cards/{id}',
    access: 'billing.manage',
    summary: 'Remove a card; the primary one only where no subscription needs it',
    params: byId,
    data: success,
    errors: ['conflict'],
    whileReadOnly: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/payment',
    access: 'billing.read',
    summary: 'Invoices of the workspace, newest first',
    query: z.strictObject(pageQuery),
    data: z.array(paymentRecord),
    paged: true,
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/payment/{id}/receipt',
    access: 'billing.read',
    summary: 'A new address of the provider’s page and PDF for one invoice',
    params: byId,
    data: z.object({ url: z.url().nullable(), pdf_url: z.url().nullable() }),
    errors: ['conflict'],
  }),
  address: endpoint({
    method: 'GET',
    path: '/payment/address',
    access: 'billing.read',
    summary: 'The company, address and VAT ID on invoices; null if not set',
    data: billingAddress.nullable(),
  }),
  setAddress: endpoint({
    method: 'PUT',
    path: '/payment/address',
    access: 'billing.manage',
    summary:
      'Change the company, address and VAT ID on invoices; taxes, where configured, are calculated from the address',
    body: z.strictObject(addressFields),
    data: billingAddress,
    errors: ['conflict', 'validation_failed'],
    whileReadOnly: true,
  }),
};
