import type { Random } from '@sheaf/sandbox';

/** Something that goes on while the cluster is disturbed, and what must hold of it in the end. */
export interface Work {
  /** A piece of it; again and again until the disturbances end. */
  step(random: Random): Promise<void>;
  /** How much was done. */
  describe(): string;
}

/** Repeats steps until it is over; the last one ends. */
export async function keepWorking(work: Work, random: Random, isOver: () => boolean): Promise<void> {
  do await work.step(random);
  while (!isOver());
}
