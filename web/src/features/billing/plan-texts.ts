import { type BillingInterval, type Plan, type PlanLimit, planPrices, type Subscription } from '@sheaf/contract';
import { formatBytes } from '../../lib/format/format.ts';
import { formatMoney } from '../../lib/format/money.ts';

/** The limits and their names, in display order. */
export const limitNames = {
  members: 'Members',
  accounts: 'Connected accounts',
  storage_bytes: 'Storage',
  ai_messages: 'AI messages this month',
  transfer_bytes: 'Transfers this month',
} as const satisfies Record<PlanLimit, string>;

const isBytes = (limit: PlanLimit) => limit === 'storage_bytes' || limit === 'transfer_bytes';

/** 5 GB and not 5.00 GB: limits are round numbers. */
const roundBytes = (bytes: number) => formatBytes(bytes).replace('.00 ', ' ');

export const formatUsed = (limit: PlanLimit, used: number): string =>
  isBytes(limit) ? formatBytes(used) : used.toLocaleString('en');

export const formatAllowed = (limit: PlanLimit, allowed: number): string =>
  isBytes(limit) ? roundBytes(allowed) : allowed.toLocaleString('en');

/** A limit of a plan, as a line of its card. */
export function includedText(limit: PlanLimit, allowed: number | null): string {
  const amount = allowed === null ? 'Unlimited' : formatAllowed(limit, allowed);
  const texts: Record<PlanLimit, string> = {
    members: `${amount} members`,
    accounts: `${amount} connected accounts`,
    storage_bytes: `${amount} storage`,
    ai_messages: `${amount} AI messages a month`,
    transfer_bytes: `${amount} of transfers a month`,
  };
  return texts[limit].replace('Unlimited of transfers', 'Unlimited transfers');
}

const { currency } = planPrices;

/** The price of a member per month. */
export function monthlyPrice(plan: Plan, interval: BillingInterval): string {
  if (plan === 'free') return formatMoney(0, { currency, short: true });
  const price = planPrices[plan][interval];
  return formatMoney(interval === 'year' ? price / 12 : price, { currency, short: true });
}

/** The cost of inviting a person; undefined if nothing is paid. */
export function seatPrice({ plan, payment }: Pick<Subscription, 'plan' | 'payment'>): string | undefined {
  if (plan === 'free' || !payment?.interval) return undefined;
  const price = formatMoney(planPrices[plan][payment.interval], { currency, short: true });
  return `Each person who joins adds ${price} a ${payment.interval}, starting with the next payment.`;
}

export function priceNote(plan: Plan, interval: BillingInterval): string {
  if (plan === 'free') return 'for everyone';
  if (interval === 'month') return 'per member a month';
  return `per member a month, ${formatMoney(planPrices[plan].year, { currency, short: true })} billed yearly`;
}

/** The saving of yearly payment, in whole percent; the smallest if plans differ. */
export function yearlySaving(): number {
  const savings = (['team', 'business'] as const).map((plan) => {
    const { month, year } = planPrices[plan];
    return Math.floor(100 - (year / (month * 12)) * 100);
  });
  return Math.min(...savings);
}
