import { Random } from '@sheaf/sandbox';
import type { Role } from './cluster-process.ts';
import type { WorkKind } from './freeze-at-work.ts';

/** The disturbances of the cluster while it works. */
export type Disturbance =
  | { kind: 'kill' | 'cut'; role: Role }
  /** A worker is stopped in the middle of a run until another one has ended that run. */
  | { kind: 'freeze'; during: WorkKind }
  /** A busy worker has no database until its jobs are given to others. */
  | { kind: 'isolate' }
  | { kind: 'restart database'; how: 'fast' | 'crash' };

export interface Step {
  /**
   * Calls of clouds and S3 since the step before, so that each comes in the middle of work however fast the machine is.
   */
  afterCalls: number;
  /** Which of the possible processes it happens to. */
  target: number;
  what: Disturbance;
}

/** Each of these happens in every plan; the order, the pauses, the targets and some more come from the seed. */
const always: readonly Disturbance[] = [
  { kind: 'kill', role: 'worker' },
  { kind: 'kill', role: 'api' },
  { kind: 'freeze', during: 'listing' },
  { kind: 'freeze', during: 'transfer' },
  { kind: 'isolate' },
  { kind: 'cut', role: 'worker' },
  { kind: 'cut', role: 'api' },
  { kind: 'restart database', how: 'fast' },
  { kind: 'restart database', how: 'crash' },
];
const more = 3;

export function planOf(seed: string): Step[] {
  const random = new Random(`plan ${seed}`);
  const chosen = [...always, ...Array.from({ length: more }, () => random.pick(always))];
  const order = chosen.map((what) => ({ what, at: random.next() })).sort((a, b) => a.at - b.at);
  return order.map(({ what }) => ({ what, afterCalls: random.between(5, 90), target: random.between(0, 5) }));
}

export const describeStep = ({ what: { kind, ...how }, target, afterCalls }: Step): string =>
  `${afterCalls} calls later: ${[kind, ...Object.values(how)].join(' ')} (${target})`;

/**
 * Without a setting it always plays the same plan. CLUSTER_SEED=… plays another, CLUSTER_SEED=random a new one, and
 * CLUSTER_RUNS=10 that many one after another.
 */
export function seedsToPlay(): string[] {
  const { CLUSTER_SEED: given = 'sheaf', CLUSTER_RUNS: runs = '1' } = process.env;
  const fresh = () => Math.random().toString(36).slice(2, 8);
  return Array.from({ length: Number(runs) }, (_, n) =>
    given === 'random' ? fresh() : n === 0 ? given : `${given}-${n}`,
  );
}
