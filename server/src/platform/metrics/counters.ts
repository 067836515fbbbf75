import { Counter, Histogram, type Registry } from 'prom-client';

export type JobResult = 'done' | 'failed';
/** Failed: no answer, or one that says the app is in trouble. */
export type AppResult = 'answered' | 'refused' | 'failed';

/** Counts events in this process, for monitoring. */
export interface Counters {
  jobEnded(job: string, result: JobResult, seconds: number): void;
  appAnswered(app: string, result: AppResult): void;
  /** A workspace had a second subscription, which was canceled and refunded. */
  surplusEnded(): void;
}

export const noCounters: Counters = { jobEnded() {}, appAnswered() {}, surplusEnded() {} };

export function createCounters(registry: Registry): Counters {
  const jobs = new Histogram({
    name: 'sheaf_job_seconds',
    help: 'Time a job took',
    labelNames: ['name', 'result'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  const calls = new Counter({
    name: 'sheaf_app_requests_total',
    help: 'Requests to connected apps: answered, refused (too many, or not allowed) or failed',
    labelNames: ['app', 'result'],
    registers: [registry],
  });
  const surplus = new Counter({
    name: 'sheaf_surplus_subscriptions_total',
    help: 'Second subscriptions of a workspace that were canceled and refunded',
    registers: [registry],
  });
  return {
    // Not `job`, because Prometheus has a label of that name.
    jobEnded: (name, result, seconds) => jobs.observe({ name, result }, seconds),
    appAnswered: (app, result) => calls.inc({ app, result }),
    surplusEnded: () => surplus.inc(),
  };
}
