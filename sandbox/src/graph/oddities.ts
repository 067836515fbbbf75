import { someOf } from '../shared/oddities.ts';

/** Unfriendly behavior of the real Graph; off unless a test enables it. */
export interface Oddities {
  /**
   * An upload session without a conflict behavior replaces a file, although the documentation says that it fails; and a
   * new folder that would replace another leaves it unchanged and returns it.
   */
  conflictsAsObserved?: boolean;
  /** Every item is open in Office when it is first changed or deleted. */
  lockedAtFirst?: boolean;
}

/** Chosen at random, always the same for the same seed. */
export const oddGraph = (seed: string): Oddities =>
  someOf<Oddities>(`${seed}/oddities`, {
    conflictsAsObserved: true,
    lockedAtFirst: true,
  });
