import {
  type Access,
  type Endpoint,
  endpoints,
  errorBody,
  errorCodes,
  keyPattern,
  keyScopeOf,
  pagination,
  pictureTypes,
  policy,
  sharedErrors,
} from '@sheaf/contract';
import { z } from 'zod';

type Schema = Record<string, unknown>;

/** Describes who may call. */
export function whoMayCall(access: Access): string {
  if (access === 'public') return 'Anyone';
  if (access === 'session') return 'Signed in';
  if (access === 'verified') return 'Signed in, address verified';
  return policy[access].roles.join(', ');
}

/** Describes what an API key needs. */
export function keyMayCall(endpoint: Endpoint): string {
  if (endpoint.access === 'public') return 'not needed';
  const scope = keyScopeOf(endpoint);
  return scope ? `scope ${scope}` : 'not possible';
}

/** All error codes that the call may answer with. */
export function errorsOf(endpoint: Endpoint): (keyof typeof errorCodes)[] {
  const codes = new Set<keyof typeof errorCodes>([...endpoint.errors, ...sharedErrors]);
  if (endpoint.body || endpoint.params || endpoint.query) codes.add('validation_failed');
  if (endpoint.access !== 'public') codes.add('unauthenticated').add('key_not_allowed');
  if (endpoint.access !== 'public' && endpoint.access !== 'session') codes.add('email_not_verified');
  if (endpoint.access in policy) codes.add('forbidden').add('not_found').add('two_factor_setup_required');
  if (endpoint.access in policy && !endpoint.whileReadOnly) codes.add('read_only');
  return [...codes].sort((a, b) => errorCodes[a].status - errorCodes[b].status);
}

/** The contract as OpenAPI 3.1. */
export function openApi(publicUrl: string): Schema {
  const schemas: Record<string, unknown> = {};
  const error = json(errorBody, 'output', schemas);
  const paths: Record<string, Schema> = {};
  for (const { name, section, endpoint } of endpoints) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation(name, section, endpoint, schemas, error) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheaf',
      version: '1',
      description:
        'Send `Authorization: Bearer …` with an API key (Settings › Password and security) or the token of a session. A key belongs to one workspace; with a session, `Organization: <id>` chooses one.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: keyPattern.source,
          description:
            'An API key. Each call names the scope it needs, read or write; a call without one is closed to keys.',
        },
      },
      schemas,
    },
    paths,
  };
}

function operation(name: string, section: string, endpoint: Endpoint, schemas: Schema, error: Schema): Schema {
  const envelope = endpoint.paged ? z.object({ data: endpoint.data, pagination }) : z.object({ data: endpoint.data });
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCodes[code].status);
  return {
    operationId: name,
    tags: [section],
    summary: endpoint.summary,
    description: `Who: ${whoMayCall(endpoint.access)}. API key: ${keyMayCall(endpoint)}.`,
    security: securityOf(endpoint),
    parameters: [...parameters(endpoint.params, 'path', schemas), ...parameters(endpoint.query, 'query', schemas)],
    ...(endpoint.picture && { requestBody: { required: true, content: pictureBytes } }),
    ...(endpoint.body && { requestBody: { required: true, content: content(json(endpoint.body, 'input', schemas)) } }),
    responses: {
      ...(endpoint.bytes
        ? binary
        : { [endpoint.status]: { description: 'Success', content: content(json(envelope, 'output', schemas)) } }),
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [
          status,
          {
            description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join(' '),
            content: content(error),
          },
        ]),
      ),
    },
  };
}

function securityOf(endpoint: Endpoint): Schema[] {
  if (endpoint.access === 'public') return [];
  const scope = keyScopeOf(endpoint);
  return scope ? [{ session: [] }, { apiKey: [scope] }] : [{ session: [] }];
}

const pictureBytes = Object.fromEntries(
  pictureTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
);
const fileBytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const binary = {
  200: { description: 'The bytes, in a content type of their own', content: fileBytes },
  206: { description: 'The part that Range asked for', content: fileBytes },
  416: { description: 'The file ends before the part that Range asked for' },
};

const content = (schema: Schema) => ({ 'application/json': { schema } });

/** The schema for OpenAPI. The named schemas that it uses are collected and referred to. */
function json(schema: z.ZodType, io: 'input' | 'output', schemas: Schema): Schema {
  const {
    $schema: _,
    $defs,
    ...rest
  } = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })).replaceAll('#/$defs/', '#/components/schemas/'));
  Object.assign(schemas, $defs);
  return rest;
}

function parameters(fields: z.ZodObject | undefined, place: 'path' | 'query', schemas: Schema): Schema[] {
  if (!fields) return [];
  return Object.entries(fields.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: json(field as z.ZodType, 'input', schemas),
  }));
}
