import { seededId } from '../../shared/random.ts';
import type { Call } from '../call.ts';
import { badInput, DropboxError, endpointError, type Tagged } from '../errors.ts';

export const pollFields = { async_job_id: 'string' } as const;

/** What became of one entry of a batch: a success, or the error that the call for one item answers with. */
export function attempted(work: () => object): { success: object } | { failure: Tagged } {
  try {
    return { success: work() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** The tagged error of a refusal by the endpoint; anything else is thrown again. */
export function failureOf(error: unknown): Tagged {
  if (!(error instanceof DropboxError) || error.status !== 409) throw error;
  return (JSON.parse(error.body) as { error: Tagged }).error;
}

export function refuseSize(route: string, entries: readonly unknown[], least: number, most: number): void {
  if (entries.length >= least && entries.length <= most) return;
  throw badInput(route, `request body: entries: ${entries.length} is not between ${least} and ${most} items`);
}

/** The answer to a batch: its result at once, or the id of a job that is asked for it. */
export function launched({ world }: Call<unknown>, result: object, isAsync: boolean): Tagged {
  if (!isAsync) return { '.tag': 'complete', ...result };
  const async_job_id = `dbjid:${seededId(`job ${world.serial++}`, 44)}`;
  world.jobs.set(async_job_id, { result, isPolled: false });
  return { '.tag': 'async_job_id', async_job_id };
}

/** In progress when asked for the first time, complete from then on. */
export function checkJob({ world, arg }: Call<{ async_job_id: string }>): Tagged {
  const job = world.jobs.get(arg.async_job_id);
  if (!job) throw endpointError('invalid_async_job_id');
  if (job.isPolled) return { '.tag': 'complete', ...job.result };
  job.isPolled = true;
  return { '.tag': 'in_progress' };
}
