import type { Call, Route } from '../call.ts';
import { badRequest, StripeError } from '../errors.ts';
import type { PaymentMethod, SetupIntent } from '../objects/types.ts';
import type { Params } from '../params.ts';
import type { World } from '../world.ts';
import { readCard } from './card-data.ts';
import { attach } from './payment-methods.ts';

function create(call: Call): SetupIntent {
  const { world, params } = call;
  const customer = world.customers.need(params.need('customer'), 'customer').id;
  const id = world.id('seti');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    client_secret: world.id(`${id}_secret`),
    created: world.now(),
    customer,
    last_setup_error: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: params.oneOf('usage', ['off_session']) ?? 'off_session',
  };
  world.setupIntents.add(intent);
  world.emit('setup_intent.created', intent);
  return intent;
}

/** Saves the card, unless the bank refuses or requires authentication. */
function confirm(world: World, intent: SetupIntent, params: Params): SetupIntent {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpected(intent, `You cannot confirm this SetupIntent because it has already ${intent.status}.`);
  }
  let method: PaymentMethod;
  try {
    method = methodFor(world, params);
    const card = world.cards.get(method.id)!;
    if (card.authentication && !card.onSetup) {
      Object.assign(intent, {
        status: 'requires_action',
        payment_method: method.id,
        next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      });
      world.emit('setup_intent.requires_action', intent);
      return intent;
    }
    attach(world, method, intent.customer!);
  } catch (error) {
    throw failed(world, intent, error);
  }
  return succeed(world, intent, method);
}

function succeed(world: World, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  Object.assign(intent, { status: 'succeeded', payment_method: method.id, next_action: null, last_setup_error: null });
  world.emit('setup_intent.succeeded', intent);
  return intent;
}

function failed(world: World, intent: SetupIntent, error: unknown): unknown {
  if (!(error instanceof StripeError) || error.details.type !== 'card_error') return error;
  const { setup_intent: _, ...details } = error.details;
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: details,
  });
  world.emit('setup_intent.setup_failed', intent);
  return new StripeError(error.status, { ...details, setup_intent: structuredClone(intent) });
}

function methodFor(world: World, params: Params): PaymentMethod {
  const data = params.object('payment_method_data');
  if (data) return readCard(world, data);
  throw badRequest("You cannot confirm this SetupIntent because it's missing a payment method.", 'payment_method');
}

/** Handles the person’s answer to the bank. */
export function authenticateSetup(world: World, intent: SetupIntent, isComplete: boolean): SetupIntent {
  if (intent.status !== 'requires_action')
    throw unexpected(intent, 'This SetupIntent does not wait for authentication.');
  const method = world.paymentMethods.need(intent.payment_method ?? '');
  if (!isComplete) {
    const refusal = {
      type: 'invalid_request_error' as const,
      code: 'setup_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    };
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: { ...refusal, payment_method: structuredClone(method) },
    });
    world.emit('setup_intent.setup_failed', intent);
    return intent;
  }
  const card = world.cards.get(method.id)!;
  if (card.authentication === 'setup') delete card.authentication;
  attach(world, method, intent.customer!);
  return succeed(world, intent, method);
}

const unexpected = (intent: SetupIntent, message: string) =>
  new StripeError(400, { code: 'setup_intent_unexpected_state', message, setup_intent: structuredClone(intent) });

/** Finds an intent by its id and, for browsers, its secret. */
export function setupIntentFor({ world, params, ids: [id = ''] }: Call): SetupIntent {
  const intent = world.setupIntents.need(id, 'intent');
  const secret = params.text('client_secret');
  if (secret === undefined || secret === intent.client_secret) return intent;
  throw badRequest(
    'The client_secret provided does not match any associated SetupIntent on this account.',
    'client_secret',
  );
}

export const setupIntentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    accepts: ['customer', 'usage', 'allowed_payment_method_types'],
    run: create,
  },
  { method: 'GET', path: '/v1/setup_intents/*', accepts: ['client_secret'], isPublic: true, run: setupIntentFor },
  {
    method: 'POST',
    path: '/v1/setup_intents/*/confirm',
    accepts: ['client_secret', 'payment_method_data'],
    isPublic: true,
    run: (call) => confirm(call.world, setupIntentFor(call), call.params),
  },
];
