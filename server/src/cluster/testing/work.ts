import type { Random } from '@sheaf/sandbox';

/** Work that continues while the cluster is disturbed, and what must hold in the end. */
export interface Work {
  /** Does one piece; repeated until the disturbances end. */
  step(random: Random): Promise<void>;
  /** How much was done. */
  describe(): string;
}

/** Repeats steps until it is stopped; the last one is completed. */
export async function keepWorking(work: Work, random: Random, isOver: () => boolean): Promise<void> {
  do await work.step(random);
  while (!isOver());
}
