import { z } from 'zod';

const GB = 1024 ** 3;
const TB = 1024 ** 4;

/** What a plan includes; null is without limit. */
export const planLimits = {
  free: { members: 10, accounts: 5, storage_bytes: 5 * GB, ai_messages: 50, transfer_bytes: 10 * GB },
  team: { members: 100, accounts: 50, storage_bytes: TB, ai_messages: 2000, transfer_bytes: TB },
  business: { members: null, accounts: null, storage_bytes: null, ai_messages: null, transfer_bytes: null },
} as const;

export type Plan = keyof typeof planLimits;
const plans = Object.keys(planLimits) as [Plan, ...Plan[]];

const amount = z.int().nullable();

export const subscription = z
  .object({
    plan: z.enum(plans),
    status: z.enum(['active']),
    limits: z.object({
      members: amount,
      accounts: amount,
      storage_bytes: amount,
      ai_messages: amount,
      transfer_bytes: amount,
    }),
    usage: z.object({ members: z.int(), accounts: z.int(), storage_bytes: z.int() }),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.output<typeof subscription>;
