import type { ServerResponse } from 'node:http';
import underPressure from '@fastify/under-pressure';
import { endpoints, eventsPath, limits } from '@sheaf/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { sandboxFrames } from '../features/sources/index.ts';
import { isLinkLive } from '../features/visits/index.ts';
import { newId } from '../platform/uuid.ts';
import type { Services } from '../services.ts';
import { boundDownloads } from './admission/downloads.ts';
import { acceptJson } from './admission/json-body.ts';
import { slowRefusals } from './admission/refusals.ts';
import { mountDocs } from './description/docs.ts';
import { handleErrors, refuseAddress, refuseConnection } from './error-handler.ts';
import { mountHealth } from './health.ts';
import { acceptPictures, mountImages } from './images.ts';
import { limitRequests } from './limits/request-limits.ts';
import { mountMailbox } from './mailbox.ts';
import { mountMetrics } from './metrics.ts';
import { createRequestSlots } from './request-slots.ts';
import { mountRoute, type Route, type RouteOptions } from './route.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { traceRequests } from './trace-requests.ts';
import { mountWeb } from './web.ts';

export interface AppOptions extends RouteOptions {
  /** How far behind the event loop may be before requests are refused; 0 for never. */
  overloadMs?: number;
  /** How long a request waits for the count of requests, which all processes share, before its process counts alone. */
  countPatienceMs?: number;
  /** How long answers to callers who are refused again and again are delayed. */
  refusalHoldMs?: number;
  /** Where requests are counted, if metrics are on. */
  metrics?: Registry;
  /** Routes below /api that are not calls of the contract, such as events. */
  streams?: readonly ((api: FastifyInstance, services: Services) => void)[];
  /** Routes outside /api, such as /storage. */
  rootRoutes?: readonly ((app: FastifyInstance, services: Services) => void)[];
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
    // Trusts as many addresses from the right as there are proxies of ours; clients can forge all others.
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Open keep-alive connections must not delay a stop.
    forceCloseConnections: true,
    return503OnClosing: true,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  waitForRequests(app, config.stopGrace * 1000);
  limitRequests(app, services, options.countPatienceMs);
  slowRefusals(app, config.rateLimit > 0 ? options.refusalHoldMs : 0);
  boundDownloads(app);
  app.decorateRequest('viewer', null);
  app.decorateRequest('admittedAt', 0);
  traceRequests(app, services.tracing);
  acceptJson(app);
  acceptPictures(app);
  handleErrors(app, services.redact);
  setSecurityHeaders(app, {
    https: config.publicUrl.startsWith('https:'),
    officeViewer: config.officeViewer,
    cardForm: services.payments?.contentSources,
    sandboxFrames: sandboxFrames(services),
  });
  await app.register(underPressure, {
    maxEventLoopDelay: options.overloadMs ?? config.overloadMs,
    pressureHandler: (_, __, type) => {
      // The start itself makes the event loop lag, which is no reason to refuse the first person.
      if (process.uptime() < 30) return;
      throw new AppError('unavailable', 'Sheaf is busy. Try again in a moment.', {
        retryAfter: type === 'eventLoopDelay' ? 2 : 5,
      });
    },
  });
  if (options.metrics) mountMetrics(app, options.metrics, config.metricsToken);
  mountHealth(app, services);
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request) => app.limits.onArrival(request));
      const slots = createRequestSlots(api, config.rateLimit);
      for (const route of complete(routes)) mountRoute(api, route, services, slots, options);
      for (const mount of options.streams ?? []) mount(api, services);
      mountDocs(api, config.publicUrl);
    },
    { prefix: '/api' },
  );
  mountImages(app, services);
  for (const mount of options.rootRoutes ?? []) mount(app, services);
  if (config.mailbox) mountMailbox(app, services);
  if (options.webDir) {
    await mountWeb(app, options.webDir, {
      privacyUrl: config.privacyUrl,
      isLinkLive: (token) => isLinkLive(services, token),
    });
  }
  return app;
}

/** Checks at start that every call of the contract has exactly one route. */
function complete(routes: readonly Route[]): readonly Route[] {
  const answered = new Map(routes.map((route) => [route.endpoint, route]));
  const missing = endpoints.filter(({ endpoint }) => !answered.has(endpoint)).map(({ name }) => name);
  if (missing.length || answered.size !== endpoints.length || routes.length !== endpoints.length) {
    throw new Error(`The routes do not match the contract; unanswered: ${missing.join(', ') || 'none'}`);
  }
  return routes;
}

/** Unique across processes and restarts, and cheap: a random part for the process, then a counter. */
function requestIds(): () => string {
  const process = newId().slice(-12);
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count}`;
  };
}

/**
 * A stop first waits for requests in progress, such as downloads and uploads, but no longer than this. New requests are
 * refused meanwhile. Event streams are not waited for because they never end on their own.
 */
function waitForRequests(app: FastifyInstance, graceMs: number): void {
  const open = new Set<ServerResponse>();
  let onEmpty = () => {};
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (url.startsWith(`/api${eventsPath}`)) return;
    open.add(raw);
    raw.once('close', () => {
      open.delete(raw);
      if (open.size === 0) onEmpty();
    });
  });
  app.addHook('preClose', async () => {
    if (open.size === 0 || graceMs === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
}
