import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number>;
}

export interface TraceCollector {
  endpoint: string;
  /** Everything received, unchanged. */
  bodies: string[];
  headers: Record<string, unknown>[];
  spans(): CollectedSpan[];
  stop(): Promise<void>;
}

interface Wire {
  resourceSpans: { scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: WireAttribute[] })[] }[] }[];
}
interface WireAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

/** Receives traces like an OpenTelemetry collector (OTLP over HTTP, JSON); a `silent` one never answers. */
export async function startTraceCollector({ silent = false } = {}): Promise<TraceCollector> {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    headers.push(request.headers);
    if (!silent) response.setHeader('Content-Type', 'application/json').end('{}');
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Wire).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: Object.fromEntries(span.attributes.map(read)) })),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const read = ({ key, value }: WireAttribute): [string, string | number] => [
  key,
  value.stringValue ?? Number(value.intValue),
];
