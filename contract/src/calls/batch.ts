import { z } from 'zod';
import { timestamp } from './fields.ts';

export const batchStatuses = [
  'pending',
  'running',
  'paused',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
] as const;

/**
 * A long task: a sync run or a transfer. `processed` counts failed items too; finished_at is set in the last four
 * states.
 */
export const batch = z
  .object({
    id: z.uuid(),
    kind: z.enum(['sync', 'transfer']),
    /** The destination of a transfer. */
    account_id: z.uuid(),
    status: z.enum(batchStatuses),
    /** The current step. */
    phase: z.enum(['listing', 'contents', 'planning', 'folders', 'files', 'done']),
    total: z.int(),
    processed: z.int(),
    failed: z.int(),
    bytes: z.int(),
    /** 0 to 100; null while the total is unknown. */
    percent: z.int().nullable(),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    /** The first failures. */
    errors: z.array(z.object({ name: z.string(), message: z.string() })),
  })
  .meta({ id: 'Batch' });
export type Batch = z.output<typeof batch>;
