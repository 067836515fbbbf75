import {
  type Context,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Redact } from '../secrets/redaction.ts';
import type { TracingSettings } from './settings.ts';
import { type Attributes, currentTrace, runWithin, type Span, type SpanKind, type Tracing } from './tracing.ts';

const kinds: Record<SpanKind, OtelSpanKind> = {
  request: OtelSpanKind.SERVER,
  job: OtelSpanKind.CONSUMER,
  call: OtelSpanKind.CLIENT,
};

/** A slow or missing collector delays nothing: spans wait in a short queue, and those that don't fit are dropped. */
export function openTelemetry(settings: TracingSettings, redact: Redact): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: 5_000,
    concurrencyLimit: 4,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...settings.resource, 'service.name': settings.serviceName }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 32 },
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: 2_048, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer('sheaf');
  const safe = (attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
    );
  return {
    isOn: true,
    start: (kind, name, attributes, parent = currentTrace()) =>
      present(
        tracer.startSpan(redact(name), { kind: kinds[kind], attributes: safe(attributes) }, contextOf(parent)),
        safe,
      ),
    // Traces that can't be sent are no reason to fail.
    stop: () => provider.shutdown().catch(() => {}),
  };
}

function present(span: OtelSpan, safe: (attributes: Attributes) => Attributes): Span {
  const traceparent = write(span.spanContext());
  return {
    set: (attributes) => void span.setAttributes(safe(attributes)),
    fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttributes(safe({ 'error.type': reason })),
    end: () => span.end(),
    run: (work) => runWithin(traceparent, work),
  };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

const write = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;

/** Anything but a `traceparent` starts a new trace. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})/.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
