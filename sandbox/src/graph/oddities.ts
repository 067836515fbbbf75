import { someOf } from '../shared/oddities.ts';

/** How the real Graph was seen to behave; nothing of it unless a test switches it on. */
export interface Oddities {
  /**
   * An upload session that names no conflict behavior replaces, where the documentation says that it fails; and a new
   * folder that replaces another leaves that as it is and answers with it.
   */
  conflictsAsObserved?: boolean;
  /** Every item is open in Office when it is first changed or deleted. */
  lockedAtFirst?: boolean;
}

/** By chance, the same for the same seed. */
export const oddGraph = (seed: string): Oddities =>
  someOf<Oddities>(`${seed}/oddities`, {
    conflictsAsObserved: true,
    lockedAtFirst: true,
  });
