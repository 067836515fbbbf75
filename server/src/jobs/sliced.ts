import type { Services } from '../services.ts';
import { enqueue, type JobHandler, type JobType, onJob } from './queue.ts';

const sliceMs = 2 * 60_000;

/**
 * A job that works step by step as long as a step returns that there may be more. No job runs for long: when its time
 * is up, another one continues.
 */
export const onSlicedJob = <Payload extends object>(
  type: JobType<Payload>,
  step: (services: Services, payload: Payload, signal: AbortSignal) => Promise<boolean>,
  cron?: string,
): JobHandler =>
  onJob(
    type,
    async (payload, services, signal) => {
      const end = Date.now() + sliceMs;
      while (await step(services, payload, signal)) {
        signal.throwIfAborted();
        if (Date.now() < end) continue;
        await enqueue(services.db, type, payload, { key: `${type.name} ${JSON.stringify(payload)}` });
        return;
      }
    },
    cron,
  );
