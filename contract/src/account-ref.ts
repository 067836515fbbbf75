import { z } from 'zod';

const whyNot = z.string().nullable();

/** Why somebody can’t change what is in a place, in a sentence; null where they can. */
export const cannot = z.object({
  /** Rename. */
  change: whyNot,
  /** Put into another folder. */
  move: whyNot,
  /** Make folders and upload. */
  add: whyNot,
  /** To the trash. */
  delete: whyNot,
  restore: whyNot,
});
export type Cannot = z.output<typeof cannot>;

/** An account as other things name it. */
export const accountRef = z.object({
  id: z.uuid(),
  /** The address or name of the account at the provider. */
  name: z.string(),
  /** What its owner calls it. Null: nothing in particular, or it belongs to somebody else. */
  display_name: z.string().nullable(),
});
