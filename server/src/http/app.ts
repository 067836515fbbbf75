import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { endpoints, limits, uploadsPath } from '@sheaf/contract';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { newId } from '../platform/uuid.ts';
import type { Services } from '../services.ts';
import { mountDocs } from './docs.ts';
import { handleErrors, refuseAddress, refuseConnection } from './error-handler.ts';
import { mountHealth } from './health.ts';
import { mountImages } from './images.ts';
import { mountMailbox } from './mailbox.ts';
import { mountMetrics } from './metrics.ts';
import { mountRoute, type Route, type RouteOptions } from './route.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { mountWeb } from './web.ts';

export interface AppOptions extends RouteOptions {
  /** How far behind the event loop may be before requests are turned away; 0 for never. */
  overloadMs?: number;
  /** Where requests are counted, if anybody wants to know. */
  metrics?: Registry;
  /** What is not a call of the contract, such as events. */
  streams?: readonly ((api: FastifyInstance, services: Services) => void)[];
  /** What has an address beside /api, such as the storage door. */
  doors?: readonly ((app: FastifyInstance, services: Services) => void)[];
  /** The built web app; left out, only the API is served. */
  webDir?: string;
}

/** The whole HTTP side: API below /api, pictures, the mailbox of a local installation, and the web app. */
export async function buildApp(
  services: Services,
  routes: readonly Route[],
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    loggerInstance: log,
    genReqId: requestIds(),
    requestIdHeader: false,
    // As many addresses from the right as there are proxies of ours; what stands left of them anybody can write.
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Open keep-alive connections must not hold up a stop.
    forceCloseConnections: true,
    return503OnClosing: true,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  app.decorateRequest('viewer', null);
  app.decorateRequest('admittedAt', 0);
  acceptEmptyJson(app);
  handleErrors(app);
  setSecurityHeaders(app, { https: config.publicUrl.startsWith('https:'), officeViewer: config.officeViewer });
  await app.register(underPressure, {
    maxEventLoopDelay: options.overloadMs ?? 4_000,
    pressureHandler: (_, __, type) => {
      // Starting is work as well, and no reason to turn the first person away.
      if (process.uptime() < 30) return;
      throw new AppError('unavailable', 'Sheaf is busy. Please try again in a moment.', {
        retryAfter: type === 'eventLoopDelay' ? 2 : 5,
      });
    },
  });
  if (options.metrics) mountMetrics(app, options.metrics, config.metricsToken);
  mountHealth(app, services);
  await app.register(
    async (api) => {
      if (config.rateLimit > 0) {
        await api.register(rateLimit, {
          global: false,
          max: config.rateLimit,
          timeWindow: '1 minute',
          errorResponseBuilder: (_, context) =>
            new AppError('rate_limited', 'Too many requests. Please wait a moment.', {
              retryAfter: context.ttl / 1000,
            }),
        });
      }
      // Before anybody is looked up: whoever is refused counts too.
      if (config.rateLimit > 0) api.addHook('onRequest', api.rateLimit(uploadsApart(config.rateLimit)));
      for (const route of complete(routes)) mountRoute(api, route, services, options);
      for (const mount of options.streams ?? []) mount(api, services);
      mountDocs(api, config.publicUrl);
    },
    { prefix: '/api' },
  );
  mountImages(app, services);
  for (const mount of options.doors ?? []) mount(app, services);
  if (config.mailbox) mountMailbox(app, services);
  if (options.webDir) await mountWeb(app, options.webDir);
  return app;
}

/** A dropped folder is a request or two for each file: it must neither be cut short nor use up what pages need. */
function uploadsApart(max: number) {
  const isUpload = ({ url }: FastifyRequest) => url.startsWith(`/api${uploadsPath}`);
  return {
    max: (request: FastifyRequest) => (isUpload(request) ? max * 5 : max),
    keyGenerator: (request: FastifyRequest) => (isUpload(request) ? `uploads ${request.ip}` : request.ip),
  };
}

/** Every call of the contract has exactly one answer; anything else is a mistake of ours, told at start. */
function complete(routes: readonly Route[]): readonly Route[] {
  const answered = new Map(routes.map((route) => [route.endpoint, route]));
  const missing = endpoints.filter(({ endpoint }) => !answered.has(endpoint)).map(({ name }) => name);
  if (missing.length || answered.size !== endpoints.length || routes.length !== endpoints.length) {
    throw new Error(`The routes do not match the contract; unanswered: ${missing.join(', ') || 'none'}`);
  }
  return routes;
}

/** POST without a body is fine even when the client says JSON; `__proto__` keys are refused. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** Unique across processes and restarts, and cheap: one random part a process, then a count. */
function requestIds(): () => string {
  const process = newId().slice(-12);
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count}`;
  };
}
