import { behaviorOf, type CardBehavior, type CardDetails, cardById, checkCard, type Refusal } from '../cards.ts';
import { StripeError } from '../errors.ts';
import type { PaymentMethod } from '../objects/types.ts';
import type { Params } from '../params.ts';
import type { World } from '../world.ts';
import { readAddress } from './address.ts';

export const cardError = (refusal: Refusal, more: object = {}): StripeError =>
  new StripeError(402, { type: 'card_error', ...refusal, ...more });

const noBilling: PaymentMethod['billing_details'] = {
  address: null,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

function readBilling(params: Params, before?: PaymentMethod['billing_details']): PaymentMethod['billing_details'] {
  const given = params.object('billing_details')?.only('name', 'email', 'phone', 'address');
  const old = before ?? noBilling;
  if (!given) return old;
  const read = (key: 'name' | 'email' | 'phone') => {
    const value = given.nullable(key);
    return value === undefined ? old[key] : value;
  };
  const address = readAddress(given, old.address);
  return { address, email: read('email'), name: read('name'), phone: read('phone'), tax_id: null };
}

/** A payment method from the digits that a browser sends; they are not kept. */
export function readCard(world: World, data: Params): PaymentMethod {
  data.only('type', 'card', 'billing_details', 'metadata', 'allow_redisplay');
  const card = data.object('card')?.only('number', 'exp_month', 'exp_year', 'cvc');
  if (!card)
    throw new StripeError(400, { code: 'parameter_missing', message: 'Missing required param: card.', param: 'card' });
  const year = Number(card.need('exp_year'));
  const details: CardDetails = {
    number: card.need('number').replaceAll(' ', ''),
    expMonth: Number(card.need('exp_month')),
    expYear: year < 100 ? 2000 + year : year,
    cvc: card.text('cvc') ?? '',
  };
  const wrong = checkCard(details, new Date(world.now() * 1000));
  if (wrong) throw cardError(wrong);
  const { expMonth, expYear } = details;
  const behavior = behaviorOf(details.number);
  return methodOf(world, behavior, details.number.slice(-4), expMonth, expYear, readBilling(data));
}

/** `pm_card_visa` and its like are templates: each use makes a payment method of its own. */
export function fromTemplate(world: World, id: string): PaymentMethod | undefined {
  const card = cardById(id);
  if (!card) return undefined;
  const year = new Date(world.now() * 1000).getUTCFullYear() + 4;
  return methodOf(world, card, card.number.slice(-4), 12, year, noBilling);
}

function methodOf(
  world: World,
  behavior: CardBehavior,
  last4: string,
  exp_month: number,
  exp_year: number,
  billing_details: PaymentMethod['billing_details'],
): PaymentMethod {
  const { brand } = behavior;
  const method: PaymentMethod = {
    id: world.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details,
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month,
      exp_year,
      fingerprint: `${brand}${last4}sandbox`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  world.paymentMethods.add(method);
  const { onSetup, onCharge, authentication } = behavior;
  world.cards.set(method.id, {
    brand,
    ...(onSetup && { onSetup }),
    ...(onCharge && { onCharge }),
    ...(authentication && { authentication }),
  });
  return method;
}
