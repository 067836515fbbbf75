import { z } from 'zod';

const GB = 1024 ** 3;
const TB = 1024 ** 4;

/** The limits of a plan; null means unlimited. */
export const planLimits = {
  free: { members: 10, accounts: 5, storage_bytes: 5 * GB, ai_messages: 50, transfer_bytes: 10 * GB },
  team: { members: 100, accounts: 50, storage_bytes: TB, ai_messages: 2000, transfer_bytes: TB },
  business: { members: null, accounts: null, storage_bytes: null, ai_messages: null, transfer_bytes: null },
} as const;

/** The price of a member for each interval, in minor units of the currency. The free plan costs nothing. */
export const planPrices = {
  currency: 'usd',
  team: { month: 1000, year: 9600 },
  business: { month: 2000, year: 19200 },
} as const;

export type Plan = keyof typeof planLimits;
export type PaidPlan = Exclude<Plan, 'free'>;
export type PlanLimit = keyof (typeof planLimits)['free'];
const plans = Object.keys(planLimits) as [Plan, ...Plan[]];
export const plan = z.enum(plans, 'Choose a plan');

export const billingIntervals = ['month', 'year'] as const;
export type BillingInterval = (typeof billingIntervals)[number];
export const billingInterval = z.enum(billingIntervals, 'Choose monthly or yearly');

/** How long a workspace works normally after a failed payment; then it becomes read-only. */
export const graceDays = 14;

const amount = z.int().nullable();
const isoDate = z.iso.datetime();

export const subscription = z
  .object({
    plan,
    /** `past_due`: a payment failed, and everything still works; `read_only`: the grace period is over. */
    status: z.enum(['active', 'past_due', 'read_only']),
    /** Null means unlimited, as everything is without billing. */
    limits: z.object({
      members: amount,
      accounts: amount,
      storage_bytes: amount,
      ai_messages: amount,
      transfer_bytes: amount,
    }),
    /**
     * Open invitations count as members; messages and transfers are those of this month (UTC). Storage is that of the
     * workspace for roles that may see billing, and for others that of their own accounts.
     */
    usage: z.object({
      members: z.int(),
      /** How many of them are invitations. */
      invitations: z.int(),
      accounts: z.int(),
      storage_bytes: z.int(),
      ai_messages: z.int(),
      transfer_bytes: z.int(),
    }),
    /** `off`: no limits, no cards, no prices; `test`: no real money. */
    billing: z.enum(['off', 'test', 'live']),
    /** Null for roles that may not see billing, and without billing. */
    payment: z
      .object({
        /** Null without a subscription. */
        interval: billingInterval.nullable(),
        /** The number of paid members or, without a subscription, of those that would be paid. */
        quantity: z.int(),
        period_end: isoDate.nullable(),
        cancel_at_period_end: z.boolean(),
        /** When the workspace becomes read-only, while a payment is due. */
        grace_until: isoDate.nullable(),
        /** The plan after period_end, if it is another one. */
        next_plan: plan.nullable(),
        /** Taxes are calculated from the billing address, which is required before subscribing. */
        address_required: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.output<typeof subscription>;
