import type { FastifyInstance } from 'fastify';
import type { Span, Tracing } from '../platform/tracing/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** Monitoring calls these every few seconds, which would hide everything else. */
const untraced = new Set(['/api/health', '/api/ready', '/metrics']);

/** A span for each request, named by its route pattern because addresses and queries may contain secrets. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (untraced.has(route)) return done();
    const { traceparent } = request.headers;
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    request.span = tracing.start('request', `${request.method} ${route}`, attributes, String(traceparent ?? ''));
    request.span.run(done);
  });
  // Bodies arrive in events of the connection, which are outside the request's context.
  app.addHook('preHandler', (request, _, done) => (request.span ? request.span.run(done) : done()));
  app.addHook('onResponse', async ({ span }, reply) => {
    span?.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode));
    span?.end();
  });
}
