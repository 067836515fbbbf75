import { someOf } from '../../shared/oddities.ts';

/** How Box was seen to behave besides what it documents; nothing of it unless a test switches it on for an account. */
export interface Oddities {
  /** Positions in the events are text instead of numbers. */
  positionsAsText?: boolean;
  /** A part that comes again is a conflict, although its bytes are the same. */
  refusesRepeatedParts?: boolean;
  /** The first commit of an upload says that its parts do not match, although all of them have arrived. */
  commitsTooEarly?: boolean;
}

/** By chance, the same for the same seed. */
export const oddAccount = (seed: string): Oddities =>
  someOf<Oddities>(`${seed}/oddities`, {
    positionsAsText: true,
    refusesRepeatedParts: true,
    commitsTooEarly: true,
  });
