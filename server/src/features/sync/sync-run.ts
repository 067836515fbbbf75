import type { Lease } from '../../jobs/lease.ts';
import type { Services } from '../../services.ts';

/** What every step of a run works with. All it writes goes through the lease. */
export interface SyncRun {
  services: Services;
  lease: Lease;
  batchId: string;
  signal: AbortSignal;
}

/** No job outlives a few minutes: listing and fetching each end after this long, and another job resumes. */
export const sliceMs = 3 * 60_000;
