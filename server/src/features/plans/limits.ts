import { type Plan, type PlanLimit, planLimits, type Role } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Services } from '../../services.ts';

type Limits = Record<PlanLimit, number | null>;

const unlimited: Limits = {
  members: null,
  accounts: null,
  storage_bytes: null,
  ai_messages: null,
  transfer_bytes: null,
};

/** The limits of a plan; none without billing. */
export const limitsOf = ({ config }: Pick<Services, 'config'>, plan: string): Limits =>
  config.billing ? planLimits[plan as Plan] : unlimited;

/** How much is left of `allowed`. */
export const roomWithin = (allowed: number | null, used: number): number =>
  allowed === null ? Number.MAX_SAFE_INTEGER : allowed - used;

const planNames: Record<Plan, string> = { free: 'Free', team: 'Team', business: 'Business' };
export const nameOfPlan = (plan: string): string => planNames[plan as Plan];

const bytesInWords = (bytes: number): string => {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value.toLocaleString('en', { maximumFractionDigits: unit > 1 ? 1 : 0 })} ${units[unit]}`;
};

const inWords: Record<PlanLimit, (amount: number) => string> = {
  members: (amount) => `${amount.toLocaleString('en')} members`,
  accounts: (amount) => `${amount.toLocaleString('en')} connected accounts`,
  storage_bytes: (amount) => `${bytesInWords(amount)} of storage`,
  ai_messages: (amount) => `${amount.toLocaleString('en')} AI messages a month`,
  transfer_bytes: (amount) => `${bytesInWords(amount)} of transfers a month`,
};

const usedInWords: Record<PlanLimit, (amount: number) => string> = {
  members: (amount) => `${amount.toLocaleString('en')} are used, open invitations included`,
  accounts: (amount) => `${amount.toLocaleString('en')} are connected`,
  storage_bytes: (amount) => `${bytesInWords(amount)} are used`,
  ai_messages: (amount) => `${amount.toLocaleString('en')} are used`,
  transfer_bytes: (amount) => `${bytesInWords(amount)} are used or planned`,
};

/** The error that says which limit is reached, how much is used, and what to do. */
export function limitReached(
  services: Pick<Services, 'config'>,
  reached: {
    plan: string;
    limit: PlanLimit;
    used: number;
    /** The role of the person asking; omitted for someone who is not a member yet. */
    role?: Role;
  },
): AppError {
  const { plan, limit, used, role } = reached;
  const allowed = planLimits[plan as Plan][limit] ?? 0;
  const advice =
    role === 'owner' ? 'Upgrade the plan to get more.' : 'Ask an owner of this workspace to upgrade the plan.';
  return new AppError(
    'plan_limit',
    `The ${nameOfPlan(plan)} plan includes ${inWords[limit](allowed)}, and ${usedInWords[limit](used)}. ${advice}${ofTest(services)}`,
  );
}

/** Without a payment provider nothing is charged, and the server's operator can turn plans off. */
const ofTest = ({ config }: Pick<Services, 'config'>): string =>
  config.billing && !config.stripe ? ' This is test billing: set BILLING=off to remove plans and limits.' : '';

/** How much has to be removed to fit a smaller plan, in words. */
export function excessInWords(plan: string, limit: PlanLimit, used: number): string {
  const allowed = planLimits[plan as Plan][limit] ?? 0;
  return `The ${nameOfPlan(plan)} plan includes ${inWords[limit](allowed)}, and ${usedInWords[limit](used)}.`;
}
