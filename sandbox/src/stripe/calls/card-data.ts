import { behaviorOf, type CardBehavior, type CardDetails, checkCard, type Refusal } from '../cards.ts';
import { StripeError } from '../errors.ts';
import type { PaymentMethod } from '../objects/types.ts';
import type { Params } from '../params.ts';
import type { World } from '../world.ts';

export const cardError = (refusal: Refusal, more: object = {}): StripeError =>
  new StripeError(402, { type: 'card_error', ...refusal, ...more });

/** Creates a payment method from the digits that a browser sends; they aren’t stored. */
export function readCard(world: World, data: Params): PaymentMethod {
  data.only('type', 'card', 'billing_details');
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
  const name = data.object('billing_details')?.only('name').nullable('name') ?? null;
  return methodOf(world, behaviorOf(details.number), details, name);
}

function methodOf(world: World, behavior: CardBehavior, details: CardDetails, name: string | null): PaymentMethod {
  const { brand } = behavior;
  const last4 = details.number.slice(-4);
  const method: PaymentMethod = {
    id: world.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: details.expMonth,
      exp_year: details.expYear,
      fingerprint: `${brand}${last4}sandbox`,
      funding: 'credit',
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
    },
    created: world.now(),
    customer: null,
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
