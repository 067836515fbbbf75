import { z } from 'zod';

const whyNot = z.string().nullable();

/** Why the viewer can’t change what is in a place, in a sentence; null if they can. */
export const cannot = z.object({
  /** Whether the viewer can rename it. */
  change: whyNot,
  /** Whether it can be moved to another folder. */
  move: whyNot,
  /** Whether folders can be created and files uploaded in it. */
  add: whyNot,
  /** Whether it can be moved to the trash. */
  delete: whyNot,
  restore: whyNot,
});
export type Cannot = z.output<typeof cannot>;

/** An account, as other objects refer to it. */
export const accountRef = z.object({
  id: z.uuid(),
  /** The address or name of the account at the provider. */
  name: z.string(),
  /** The owner's name for it. Null if it has none, or belongs to somebody else. */
  display_name: z.string().nullable(),
});
