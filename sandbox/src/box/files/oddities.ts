import { someOf } from '../../shared/oddities.ts';

/** Behavior that Box was seen to show beyond its documentation; off unless a test enables it for an account. */
export interface Oddities {
  /** Positions in the events are text instead of numbers. */
  positionsAsText?: boolean;
  /** A repeated part is a conflict, although its bytes are the same. */
  refusesRepeatedParts?: boolean;
  /** The first commit of an upload reports that its parts don’t match, although all of them have arrived. */
  commitsTooEarly?: boolean;
}

/** Chosen at random, always the same for the same seed. */
export const oddAccount = (seed: string): Oddities =>
  someOf<Oddities>(`${seed}/oddities`, {
    positionsAsText: true,
    refusesRepeatedParts: true,
    commitsTooEarly: true,
  });
