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

/** A piece of long work: a run of sync, or a transfer. `processed` counts failed items too; finished_at is set in the last four states. */
export const batch = z
  .object({
    id: z.uuid(),
    kind: z.enum(['sync', 'transfer']),
    /** Of a transfer, where it goes. */
    account_id: z.uuid(),
    status: z.enum(batchStatuses),
    /** What it is doing now. */
    phase: z.enum(['listing', 'contents', 'planning', 'folders', 'files', 'done']),
    total: z.int(),
    processed: z.int(),
    failed: z.int(),
    bytes: z.int(),
    /** 0 to 100; null while the total is not known yet. */
    percent: z.int().nullable(),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    /** The first of what went wrong. */
    errors: z.array(z.object({ name: z.string(), message: z.string() })),
  })
  .meta({ id: 'Batch' });
export type Batch = z.output<typeof batch>;
