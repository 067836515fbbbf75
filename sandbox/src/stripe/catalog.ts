import { planPrices } from '@sheaf/contract';
import type { Price, Product } from './objects/types.ts';
import type { World } from './world.ts';

const names = { team: 'Team', business: 'Business' } as const;
const CREATED = Date.UTC(2026, 0, 5) / 1000;

/**
 * The products and prices that exist from the start, the same at every start: `prod_sheaf_team` with the price
 * `price_sheaf_team_month`, found by the lookup key `team_month`, and so on for every plan and interval.
 */
export function seedCatalog(world: World): void {
  for (const plan of ['team', 'business'] as const) {
    const product = world.products.add(productOf(`prod_sheaf_${plan}`, names[plan]));
    for (const interval of ['month', 'year'] as const) {
      world.prices.add(priceOf(product.id, `${plan}_${interval}`, interval, planPrices[plan][interval]));
    }
  }
}

function productOf(id: string, name: string): Product {
  return {
    id,
    object: 'product',
    active: true,
    created: CREATED,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    type: 'service',
    unit_label: 'member',
    updated: CREATED,
  };
}

function priceOf(product: string, key: string, interval: 'month' | 'year', amount: number): Price {
  return {
    id: `price_sheaf_${key}`,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: CREATED,
    currency: planPrices.currency,
    livemode: false,
    lookup_key: key,
    metadata: {},
    product,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}
