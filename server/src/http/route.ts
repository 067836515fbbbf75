import type { DataOf, Endpoint, Pagination, Received } from '@sheaf/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import { answerSchema } from './answer-schema.ts';
import { admit, type ViewerFor } from './viewer.ts';

/** Where a request came from, for session lists and throttling. */
export interface Client {
  ip: string;
  userAgent: string;
}

export type Asked<E extends Endpoint> = Received<E> & { viewer: ViewerFor<E['access']>; client: Client };

type Answered<E extends Endpoint> = E['paged'] extends true ? { data: DataOf<E>; pagination: Pagination } : DataOf<E>;

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
    schema: { response: { [endpoint.status]: answerSchema(endpoint) } },
    onRequest: async (request) => {
      request.viewer = await admit(endpoint, request, services);
    },
    handler: async (request, reply) => {
      const result = await handle(asked(endpoint, request) as never, services);
      const body = endpoint.paged ? (result as { data: unknown }) : { data: result };
      if (options.verifyAnswers) endpoint.data.parse(body.data);
      return reply.code(endpoint.status).send(body);
    },
  });
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
  return {
    params,
    query,
    body,
    viewer: request.viewer as never,
    client: { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 400) },
  } as Asked<Endpoint>;
}

function parse(schema: z.ZodObject | undefined, value: unknown, problems: Record<string, string[]>): unknown {
  if (!schema) {
    const given = Object.keys((value as object | null) ?? {});
    for (const key of given) problems[key] = ['Unknown field'];
    return undefined;
  }
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(problems, key.slice(0, 100), 'Unknown field');
    } else {
      add(problems, issue.path.join('.') || 'body', issue.message);
    }
  }
  return undefined;
}

function add(problems: Record<string, string[]>, field: string, message: string): void {
  problems[field] = [...(problems[field] ?? []), message];
}
