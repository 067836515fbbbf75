import type { Card } from '@sheaf/contract';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { throttle } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { type KnownCustomer, knownCustomer } from './customer.ts';
import { findCustomer } from './customers.queries.ts';
import { reconcile } from './follow/reconcile.ts';
import { type CardRow, findSubscription, isLive, listCards } from './follow/state.queries.ts';
import { freshCustomer } from './fresh-customer.ts';
import { asked, paymentsOf } from './provider.ts';

const present = ({ id, brand, last4, exp_month, exp_year, name, is_primary }: CardRow): Card => ({
  id,
  brand,
  last4,
  exp_month,
  exp_year,
  name,
  primary: is_primary,
});

export async function cardsOf(services: Services, viewer: Member): Promise<Card[]> {
  paymentsOf(services);
  const customer = await findCustomer(services.db, viewer.membership.organizationId);
  return customer ? (await listCards(services.db, customer.id)).map(present) : [];
}

/** Returns what the provider's script needs to take a card. The number goes from the browser to the provider. */
export async function registerCardIntent(services: Services, viewer: Member) {
  const { stripe, publishableKey, scriptUrl } = paymentsOf(services);
  // Prevents testing stolen numbers through this server.
  const tries = `cards ${viewer.membership.organizationId}`;
  await throttle(services.db, tries, { times: 30, seconds: 3600 }, 'Too many cards were tried. Try again later.');
  const { provider_id } = await freshCustomer(services, viewer);
  const intent = await asked(
    stripe.setupIntents.create({ customer: provider_id, usage: 'off_session', allowed_payment_method_types: ['card'] }),
  );
  return {
    client_secret: intent.client_secret!,
    register_intent_id: intent.id,
    publishable_key: publishableKey,
    script_url: scriptUrl,
  };
}

export async function addCard(
  services: Services,
  viewer: Member,
  { register_intent_id, primary }: { register_intent_id: string; primary: boolean },
): Promise<Card> {
  const { stripe } = paymentsOf(services);
  const customer = await knownCustomer(services, viewer);
  const intent = await asked(stripe.setupIntents.retrieve(register_intent_id)).catch((error) => {
    throw error instanceof AppError && error.code === 'conflict' ? notFound('This card') : error;
  });
  const owner = typeof intent.customer === 'string' ? intent.customer : intent.customer?.id;
  if (owner !== customer.provider_id) throw notFound('This card');
  const method = typeof intent.payment_method === 'string' ? intent.payment_method : intent.payment_method?.id;
  if (intent.status !== 'succeeded' || !method)
    throw new AppError('conflict', 'The card wasn’t confirmed. Add it again.');
  const isFirst = (await listCards(services.db, customer.id)).length === 0;
  if (primary || isFirst) await makePrimary(services, customer, method);
  return await written(services, customer, method);
}

export async function updateCard(services: Services, viewer: Member, id: string): Promise<Card> {
  const { customer, card } = await cardOf(services, viewer, id);
  await makePrimary(services, customer, card.provider_id);
  return written(services, customer, card.provider_id);
}

/**
 * Refuses to remove the primary card of a subscription that continues. Otherwise the next reconcile makes one of the
 * remaining cards primary.
 */
export async function removeCard(services: Services, viewer: Member, id: string): Promise<void> {
  const { stripe } = paymentsOf(services);
  const { customer, card } = await cardOf(services, viewer, id);
  const subscription = await findSubscription(services.db, customer.id);
  if (card.is_primary && subscription && isLive(subscription) && !subscription.cancel_at_period_end)
    throw new AppError('conflict', 'The subscription is paid with this card. Make another card primary first.');
  await asked(stripe.paymentMethods.detach(card.provider_id));
  await asked(reconcile(services, { customerId: customer.id }));
}

async function cardOf(services: Services, viewer: Member, id: string) {
  const customer = await knownCustomer(services, viewer);
  const card = (await listCards(services.db, customer.id)).find((one) => one.id === id);
  if (!card) throw notFound('This card');
  return { customer, card };
}

/** Sets the card for the customer and for the live subscription, which may have a card of its own. */
async function makePrimary(services: Services, { id, provider_id }: KnownCustomer, method: string): Promise<void> {
  const { stripe } = paymentsOf(services);
  await asked(stripe.customers.update(provider_id, { invoice_settings: { default_payment_method: method } }));
  const subscription = await findSubscription(services.db, id);
  if (subscription && isLive(subscription))
    await asked(stripe.subscriptions.update(subscription.provider_id, { default_payment_method: method }));
}

async function written(services: Services, customer: KnownCustomer, method: string): Promise<Card> {
  await asked(reconcile(services, { customerId: customer.id }));
  const card = (await listCards(services.db, customer.id)).find(({ provider_id }) => provider_id === method);
  if (!card) throw notFound('This card');
  return present(card);
}
