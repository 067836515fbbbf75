import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { timestamp } from '../calls/fields.ts';
import { billingInterval, plan, planLimits, subscription as subscriptionWire } from './plans.ts';

const limitNames = Object.keys(planLimits.free) as (keyof typeof planLimits.free)[];

/** The price of a change of plan, in minor units. Nothing is charged. */
const preview = z
  .object({
    currency: z.string(),
    /** Charged at once, including taxes. */
    due_now: z.int(),
    /** The tax within due_now. */
    tax: z.int(),
    /** The next regular invoice and its date. */
    next_amount: z.int(),
    next_at: timestamp.nullable(),
    lines: z.array(z.object({ description: z.string(), amount: z.int() })),
    /** Limits of the plan that the workspace exceeds: the change is refused until it no longer does. */
    exceeded: z.array(z.object({ limit: z.enum(limitNames), used: z.int(), allowed: z.int() })),
  })
  .meta({ id: 'SubscriptionPreview' });
export type SubscriptionPreview = z.output<typeof preview>;

const change = z.strictObject({ plan, interval: billingInterval.default('month') });

/** Without billing these calls answer not_found. */
export const subscription = {
  change: endpoint({
    method: 'PUT',
    path: '/organization/subscription',
    access: 'billing.manage',
    summary:
      'Subscribe to a plan or change it, paid with the primary card; `free` ends the subscription at the end of the period',
    body: change,
    data: subscriptionWire,
    errors: ['conflict', 'over_limits', 'payment_failed'],
    whileReadOnly: true,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/organization/subscription/preview',
    access: 'billing.manage',
    summary: 'Preview of what a change of plan costs, now and with the next invoice',
    body: change,
    data: preview,
    errors: ['conflict'],
    whileReadOnly: true,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/organization/subscription',
    access: 'billing.manage',
    summary: 'Cancel the subscription at the end of the paid period',
    data: subscriptionWire,
    errors: ['conflict'],
    whileReadOnly: true,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/organization/subscription/resume',
    access: 'billing.manage',
    summary: 'Resume a canceled subscription before its period ends',
    data: subscriptionWire,
    errors: ['conflict'],
    whileReadOnly: true,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/organization/subscription/pay',
    access: 'billing.manage',
    summary: 'Pay an invoice whose payment failed, with the primary card',
    data: subscriptionWire,
    errors: ['conflict', 'payment_failed'],
    whileReadOnly: true,
  }),
};
