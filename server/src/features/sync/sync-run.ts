import type { Lease } from '../../jobs/lease.ts';
import type { Services } from '../../services.ts';

/** The context of every step of a run. Everything it writes goes through the lease. */
export interface SyncRun {
  services: Services;
  lease: Lease;
  batchId: string;
  signal: AbortSignal;
}

/** Keeps jobs short: listing and fetching each end after this time, and another job resumes. */
export const sliceMs = 3 * 60_000;
