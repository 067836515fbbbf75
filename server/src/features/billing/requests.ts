import type Stripe from 'stripe';
import type { Executor } from '../../db/pool.ts';
import { AppError, isUniqueViolation } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { reconcileJob } from '../plans/index.ts';
import { type KnownCustomer, lockCustomer } from './customer.ts';
import { inWords, paymentsOf, refusalOf } from './provider.ts';
import {
  type BillingRequest,
  endRequest,
  insertRequest,
  isUpToDate,
  openRequest,
  type RequestBody,
} from './requests.queries.ts';

/** Longer than any call takes with its retries. After that, the process that made the request is gone. */
const interruptedSeconds = 90;
/** The provider keeps idempotency keys for a day. */
const repeatableSeconds = 23 * 3600;

const busy = () => new AppError('conflict', 'Another change is being made. Try again in a moment.');

/**
 * Makes a request to the provider that costs money. The request is stored first, one at a time per workspace, and its
 * id is the idempotency key: if it is cut off at any point, a job repeats it, and it is carried out once. `decide`
 * reads our state under the lock and returns what to request, or throws.
 */
export async function runRequest(
  services: Services,
  viewer: Member,
  customer: KnownCustomer,
  decide: (tx: Executor) => Promise<RequestBody>,
): Promise<void> {
  const request = await services.db
    .transaction()
    .execute(async (tx) => {
      await lockCustomer(tx, viewer, customer);
      if (!(await isUpToDate(tx, customer.id))) throw busy();
      const made = await insertRequest(tx, customer.id, await decide(tx));
      const name = `billing ${customer.organization_id}`;
      const delayMs = (interruptedSeconds + 5) * 1000;
      await enqueue(tx, reconcileJob, { customerId: customer.id }, { key: `${name} request`, queue: name, delayMs });
      return made;
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? busy() : error;
    });
  await carryOut(services, request).catch((error) => {
    throw inWords(error);
  });
}

/** Carries out a request whose process was killed or lost the connection. */
export async function finishInterrupted(services: Services, customerId: string): Promise<void> {
  const request = await openRequest(services.db, customerId);
  if (!request || request.age_seconds < interruptedSeconds) return;
  if (request.age_seconds > repeatableSeconds) return endRequest(services.db, request.id, 'too old to repeat');
  await carryOut(services, request).catch((error) => {
    if (!refusalOf(error)) throw error;
  });
}

async function carryOut(services: Services, { id, body }: BillingRequest): Promise<void> {
  try {
    await perform(paymentsOf(services).stripe, body, { idempotencyKey: id });
  } catch (error) {
    // Any other error leaves the request open: repeating it shows whether it was carried out.
    const refusal = refusalOf(error);
    if (refusal) await endRequest(services.db, id, refusal.message);
    throw error;
  }
  await endRequest(services.db, id, null);
}

/**
 * Charges without the customer present, since the bank confirmed the card when it was added. A change that can't be
 * paid at once fails.
 */
async function perform(stripe: Stripe, body: RequestBody, options: Stripe.RequestOptions): Promise<void> {
  switch (body.kind) {
    case 'subscribe':
      await stripe.subscriptions.create(
        {
          customer: body.customer,
          items: [{ price: body.price, quantity: body.quantity }],
          default_payment_method: body.card,
          payment_behavior: 'error_if_incomplete',
          off_session: true,
          ...(body.tax && { automatic_tax: { enabled: true } }),
        },
        options,
      );
      return;
    case 'change':
      await stripe.subscriptions.update(
        body.subscription,
        {
          items: [{ id: body.item, price: body.price, quantity: body.quantity }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
          off_session: true,
          ...(body.tax && { automatic_tax: { enabled: true } }),
        },
        options,
      );
      return;
    case 'pay':
      await stripe.invoices.pay(body.invoice, { payment_method: body.card, off_session: true }, options);
  }
}
