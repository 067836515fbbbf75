import { z } from 'zod';
import { timestamp } from './calls/fields.ts';

const activityKinds = [
  'added',
  'changed',
  'renamed',
  'moved',
  'opened',
  'downloaded',
  'shared',
  'shared to edit',
  'unshared',
  'linked',
  'unlinked',
  'labelled',
  'collected',
  'deleted',
  'restored',
] as const;

export const activity = z
  .object({
    id: z.string(),
    kind: z.enum(activityKinds),
    at: timestamp,
    /** The person who did it; null if the source reported it. */
    by: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }).nullable(),
    /** The people it was shared with, the label, the earlier name, or the folder. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.output<typeof activity>;
