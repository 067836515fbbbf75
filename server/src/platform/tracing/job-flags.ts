import { currentTrace } from './tracing.ts';

/**
 * A job carries the trace that queued it as a flag of its row. Its payload and key are unchanged, and jobs from before,
 * without the flag, run all the same.
 */
const prefix = 'trace:';

/** The flags of a job that is queued now. */
export function jobFlags(): string[] {
  const trace = currentTrace();
  return trace === undefined ? [] : [prefix + trace];
}

/** The `traceparent` of the trace that queued a job with these flags. */
export const traceOf = (flags: Readonly<Record<string, unknown>> | null): string | undefined =>
  Object.keys(flags ?? {})
    .find((flag) => flag.startsWith(prefix))
    ?.slice(prefix.length);
