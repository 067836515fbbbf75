import { isIP } from 'node:net';
import type { DataOf, Endpoint, Pagination, Received } from '@sheaf/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { network } from '../platform/throttle.ts';
import type { Services } from '../services.ts';
import { answerSchema } from './answer-schema.ts';
import { errorsOf } from './openapi.ts';
import { type FileAnswer, sendFile } from './send-file.ts';
import { admit, type ViewerFor } from './viewer.ts';

/** Where a request came from, for session lists and throttling. */
export interface Client {
  ip: string;
  /** The same as far as throttling goes: of IPv6 everybody has a whole /64. */
  network: string;
  userAgent: string;
}

export type Asked<E extends Endpoint> = Received<E> & { viewer: ViewerFor<E['access']>; client: Client };

type Answered<E extends Endpoint> = E['bytes'] extends true
  ? FileAnswer
  : E['paged'] extends true
    ? { data: DataOf<E>; pagination: Pagination }
    : DataOf<E>;

export interface Route {
  endpoint: Endpoint;
  handle(asked: never, services: Services): Promise<unknown>;
}

/** Ties a call of the contract to the use case that answers it. */
export function answer<E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>, services: Services) => Promise<Answered<E>>,
): Route {
  return { endpoint, handle };
}

/** The answer of a call that has nothing to say: `.then(done)`. */
export const done = (): { success: true } => ({ success: true });

declare module 'fastify' {
  interface FastifyRequest {
    viewer: ViewerFor<'session'> | null;
    admittedAt: number;
  }
}

export interface RouteOptions {
  /** Tests check every answer against the contract; in production the serializer only picks the known fields. */
  verifyAnswers?: boolean;
}

export function mountRoute(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  services: Services,
  options: RouteOptions,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    schema: endpoint.bytes ? {} : { response: { [endpoint.status]: answerSchema(endpoint) } },
    onRequest: async (request) => {
      request.viewer = await admit(endpoint, request, services);
      request.admittedAt = Date.now();
    },
    preHandler: async (request) => {
      // A body that took its time: whoever sends it may have been signed out or removed meanwhile.
      if (Date.now() - request.admittedAt > 2_000) request.viewer = await admit(endpoint, request, services);
    },
    handler: async (request, reply) => {
      const result = await handle(asked(endpoint, request) as never, services).catch((error) => {
        throw options.verifyAnswers ? declared(endpoint, error) : error;
      });
      if (endpoint.bytes) return sendFile(request, reply, services, result as FileAnswer);
      const body = endpoint.paged ? (result as { data: unknown }) : { data: result };
      if (options.verifyAnswers) endpoint.data.parse(body.data);
      return reply.code(endpoint.status).send(body);
    },
  });
}

/** In tests a call that answers with a code its definition does not name is a fault. */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError) || errorsOf(endpoint).includes(error.code)) return error;
  return new Error(`${endpoint.method} ${endpoint.path} does not name its error ${error.code}`);
}

/** Of the person, as the proxies in front tell; of the peer where what they tell is none. */
function addressOf(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
}

function asked(endpoint: Endpoint, request: FastifyRequest): Asked<Endpoint> {
  // Without a prototype: a field may be called `valueOf`.
  const problems: Record<string, string[]> = Object.create(null);
  const params = parse(endpoint.params, request.params, problems);
  const query = parse(endpoint.query, request.query, problems);
  const body = parse(endpoint.body, request.body, problems);
  const [first] = Object.entries(problems);
  if (first) {
    throw new AppError('validation_failed', `Please check ${first[0]}: ${first[1][0]}`, { errors: problems });
  }
  const ip = addressOf(request);
  return {
    params,
    query,
    body,
    viewer: request.viewer as never,
    client: { ip, network: network(ip), userAgent: (request.headers['user-agent'] ?? '').slice(0, 400) },
  } as Asked<Endpoint>;
}

/** Enough to mend a form; a hostile body gets no longer an answer. */
const mostProblems = 20;

function parse(schema: z.ZodObject | undefined, value: unknown, problems: Record<string, string[]>): unknown {
  const given = value ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    problems.body = ['Must be an object'];
    return undefined;
  }
  if (!schema) {
    for (const key of Object.keys(given).slice(0, mostProblems)) problems[key.slice(0, 100)] = ['Unknown field'];
    return undefined;
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  for (const issue of result.error.issues.slice(0, mostProblems)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, mostProblems)) add(problems, key.slice(0, 100), 'Unknown field');
    } else {
      add(problems, issue.path.join('.') || 'body', issue.message);
    }
  }
  return undefined;
}

function add(problems: Record<string, string[]>, field: string, message: string): void {
  problems[field] = [...(problems[field] ?? []), message];
}
