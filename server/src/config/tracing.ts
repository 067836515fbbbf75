import { type TracingSettings, tracingSamplers } from '../platform/tracing/index.ts';
import { address, oneOf, text, Unexpected } from './readers.ts';

/** name=value pairs, separated by commas and percent-encoded, as OpenTelemetry defines them. */
function pairs(value: string | undefined): Record<string, string> {
  const entries = (value?.split(',') ?? []).map((pair) => /^\s*([^=\s]+)\s*=(.*)$/s.exec(pair));
  if (entries.includes(null)) throw new Unexpected('pairs such as name=value, separated by commas');
  return Object.fromEntries(entries.map((entry) => [entry![1]!, decoded(entry![2]!.trim())]));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function ratio(value: string | undefined): number {
  const number = Number(value ?? 1);
  if (!(number >= 0 && number <= 1)) throw new Unexpected('a number from 0 to 1');
  return number;
}

/** The variables that OpenTelemetry defines, as far as they make sense here. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'Sends traces to this OpenTelemetry collector by OTLP over HTTP, such as http://localhost:4318: see docs/operations.md',
    otherwise: 'no traces',
    read: address('http:', 'https:'),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    meaning: 'Headers for the collector, such as authorization=Bearer%20…',
    otherwise: 'none',
    read: pairs,
  },
  OTEL_SERVICE_NAME: { meaning: 'The name of this process in traces', otherwise: 'sheaf-ROLE', read: text('') },
  OTEL_RESOURCE_ATTRIBUTES: {
    meaning: 'What else traces say of this process, such as deployment.environment=production',
    otherwise: 'none',
    read: pairs,
  },
  OTEL_TRACES_SAMPLER: {
    meaning: `Which traces are kept: ${tracingSamplers.join(', ')}`,
    otherwise: tracingSamplers[0],
    read: oneOf(...tracingSamplers),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning: 'The part that a ratio sampler keeps, such as 0.05',
    otherwise: '1',
    read: ratio,
  },
};

type Values = { [K in keyof typeof tracingVariables]: ReturnType<(typeof tracingVariables)[K]['read']> };

/** Returns null if nothing is traced. */
export function readTracing(values: Record<string, unknown>, role: string): TracingSettings | null {
  const v = values as Values;
  if (!v.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: v.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: v.OTEL_SERVICE_NAME || (role === 'all' ? 'sheaf' : `sheaf-${role}`),
    resource: v.OTEL_RESOURCE_ATTRIBUTES,
    sampler: v.OTEL_TRACES_SAMPLER,
    ratio: v.OTEL_TRACES_SAMPLER_ARG,
  };
}
