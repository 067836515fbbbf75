import { z } from 'zod';

/** An account as other things name it. */
export const accountRef = z.object({
  id: z.uuid(),
  /** The address or name of the account at the provider. */
  name: z.string(),
  /** What its owner calls it. Null: nothing in particular, or it belongs to somebody else. */
  display_name: z.string().nullable(),
});
