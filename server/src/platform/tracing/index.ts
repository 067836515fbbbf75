import type { Redact } from '../secrets/redaction.ts';
import type { TracingSettings } from './settings.ts';
import { noTracing, type Tracing } from './tracing.ts';

export { jobFlags, traceOf } from './job-flags.ts';
export { type TracingSettings, tracingSamplers } from './settings.ts';
export { type Attributes, noTracing, type Span, type Tracing } from './tracing.ts';

/** Loads OpenTelemetry only if traces are wanted. */
export async function openTracing(settings: TracingSettings | null, redact: Redact = (text) => text): Promise<Tracing> {
  if (!settings) return noTracing;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(settings, redact);
}
