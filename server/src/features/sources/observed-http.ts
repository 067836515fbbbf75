import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectorError, type HttpClient, type HttpRequest, type HttpResponse } from '@sheaf/connectors';
import type { AppResult } from '../../platform/metrics/index.ts';
import type { Attributes } from '../../platform/tracing/index.ts';
import type { Services } from '../../services.ts';

const tries = new AsyncLocalStorage<number>();

/** Wraps work that may be retried, so that its requests know which attempt they belong to. */
export function countTries<T>(work: () => Promise<T>): () => Promise<T> {
  let count = 0;
  return () => tries.run(++count, work);
}

/** The client, with each request to an app counted and traced: method, host and status, never a path or a header. */
export function observedHttp(
  { counters, tracing }: Pick<Services, 'counters' | 'tracing'>,
  app: string,
  client: HttpClient,
): HttpClient {
  return {
    async send(request) {
      const span = tracing.start('call', `${request.method ?? 'GET'} ${app}`, tracing.isOn ? asked(app, request) : {});
      try {
        const response = await span.run(() => client.send(request));
        counters.appAnswered(app, resultOf(response.status));
        span.set(answered(response));
        if (response.status >= 400) span.fail(String(response.status));
        return response;
      } catch (error) {
        // An aborted request says nothing about the app.
        if (error instanceof ConnectorError) counters.appAnswered(app, 'failed');
        span.fail(error instanceof ConnectorError ? error.code : 'aborted');
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

function asked(app: string, { method = 'GET', url, body }: HttpRequest): Attributes {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.length : null;
  return {
    'sheaf.app': app,
    'http.request.method': method,
    'server.address': new URL(url).hostname,
    'http.request.resend_count': (tries.getStore() ?? 1) - 1,
    ...(bytes !== null && { 'http.request.body.size': bytes }),
  };
}

function answered({ status, headers }: HttpResponse): Attributes {
  const bytes = Number(headers['content-length'] ?? Number.NaN);
  return { 'http.response.status_code': status, ...(bytes >= 0 && { 'http.response.body.size': bytes }) };
}

/** A missing resource is a normal answer. */
function resultOf(status: number): AppResult {
  if (status >= 500) return 'failed';
  return [401, 403, 429].includes(status) ? 'refused' : 'answered';
}
