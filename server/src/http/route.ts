import {
  changesWith,
  type DataOf,
  type Endpoint,
  keyScopeOf,
  messages,
  type Pagination,
  type Received,
} from '@sheaf/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, wrongField } from '../errors.ts';
import type { Services } from '../services.ts';
import { admit, checkKey } from './admission/admit.ts';
import { type Client, clientOf } from './client.ts';
import { answerSerializer } from './description/answer-serializer.ts';
import { errorsOf } from './description/openapi.ts';
import { EventStream, sendEvents } from './event-stream.ts';
import { fieldMessage, fieldName } from './field-messages.ts';
import { type FileAnswer, sendFile } from './files/send-file.ts';
import type { RequestSlots } from './request-slots.ts';
import type { ViewerFor } from './viewer.ts';

export type Asked<E extends Endpoint> = Received<E> & { viewer: ViewerFor<E['access']>; client: Client };

type Answered<E extends Endpoint> = E['bytes'] extends true
  ? FileAnswer
  : E['paged'] extends true
    ? { data: DataOf<E>; pagination: Pagination }
    : DataOf<E> | EventStream;

export interface Route {
  endpoint: Endpoint;
  handle(asked: never, services: Services): Promise<unknown>;
}

/** Connects a call of the contract to the use case that answers it. */
export function answer<E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>, services: Services) => Promise<Answered<E>>,
): Route {
  return { endpoint, handle };
}

/** The answer of calls that return nothing: `.then(done)`. */
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
  slots: RequestSlots,
  options: RouteOptions,
): void {
  const https = services.config.publicUrl.startsWith('https:');
  const rule = { ...endpoint, keyScope: keyScopeOf(endpoint) };
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    // Makes Fastify ask for the serializer, which knows the real schema.
    schema: endpoint.bytes ? {} : { response: { [endpoint.status]: {} } },
    serializerCompiler: () => answerSerializer(endpoint),
    onRequest: async (request, reply) => {
      request.viewer = await admit(rule, request, services);
      request.admittedAt = Date.now();
      await slots.take(request, reply, endpoint);
    },
    preHandler: async (request) => {
      // The body was slow: its sender may have signed out or been removed meanwhile.
      if (Date.now() - request.admittedAt > 2_000) request.viewer = await admit(rule, request, services);
    },
    handler: async (request, reply) => {
      const input = { ...asked(endpoint, request), client: clientOf(request, reply, https) };
      if (request.viewer && changesWith(endpoint, { ...input.query, ...input.body })) checkKey(request.viewer, 'write');
      const work = async () => handle(input as never, services);
      const result = await slots.keep(request, endpoint, work).catch((error) => {
        throw options.verifyAnswers ? declared(endpoint, error) : error;
      });
      if (endpoint.bytes) return sendFile(request, reply, services, result as FileAnswer);
      if (result instanceof EventStream) return sendEvents(reply, result);
      const body = endpoint.paged ? (result as { data: unknown }) : { data: result };
      if (options.verifyAnswers) endpoint.data.parse(body.data);
      return reply.code(endpoint.status).send(body);
    },
  });
}

/** In tests, answering with a code that the call's definition does not name is an error. */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError) || errorsOf(endpoint).includes(error.code)) return error;
  return new Error(`${endpoint.method} ${endpoint.path} does not name its error ${error.code}`);
}

function asked(endpoint: Endpoint, request: FastifyRequest): Omit<Asked<Endpoint>, 'client'> {
  // No prototype, because a field may be called `valueOf`.
  const problems: Record<string, string[]> = Object.create(null);
  const params = parse(endpoint.params, request.params, problems);
  const query = parse(endpoint.query, queryOf(endpoint, request), problems);
  const isPicture = request.body instanceof Uint8Array;
  if (isPicture && !endpoint.picture) throw new AppError('malformed', 'The request must be JSON.');
  if (endpoint.picture && !isPicture) {
    if (request.body === undefined) throw wrongField('picture', messages.required);
    throw new AppError('malformed', 'The request must be a PNG, JPEG or WebP image.');
  }
  const body = isPicture ? undefined : parse(endpoint.body, request.body, problems);
  const [first] = Object.entries(problems);
  if (first) {
    throw new AppError('validation_failed', `${fieldName(first[0])}: ${first[1][0]}`, { errors: problems });
  }
  const picture = isPicture ? request.body : undefined;
  return { params, query, body, picture, viewer: request.viewer } as Omit<Asked<Endpoint>, 'client'>;
}

/**
 * The query parameters that the call knows: GET ignores the rest, because addresses come with all kinds of parameters.
 */
function queryOf({ method, query }: Endpoint, request: FastifyRequest): unknown {
  if (method !== 'GET') return request.query;
  const known = query?.shape ?? {};
  return Object.fromEntries(Object.entries(request.query as object).filter(([key]) => Object.hasOwn(known, key)));
}

/** Enough to correct a form, and the answer to a hostile body stays short. */
const maxProblems = 20;

function parse(schema: z.ZodObject | undefined, value: unknown, problems: Record<string, string[]>): unknown {
  const given = value ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    problems.body = ['Must be an object'];
    return undefined;
  }
  if (!schema) {
    for (const key of Object.keys(given).slice(0, maxProblems)) problems[key.slice(0, 100)] = ['Unknown field'];
    return undefined;
  }
  const result = schema.safeParse(given, { error: fieldMessage });
  if (result.success) return result.data;
  for (const issue of result.error.issues.slice(0, maxProblems)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, maxProblems)) add(problems, key.slice(0, 100), 'Unknown field');
    } else {
      add(problems, issue.path.join('.') || 'body', issue.message);
    }
  }
  return undefined;
}

function add(problems: Record<string, string[]>, field: string, message: string): void {
  problems[field] = [...(problems[field] ?? []), message];
}
