import { type Endpoint, endpoints, labelColors } from '@sheaf/contract';
import { z } from 'zod';
import type { TestApp } from '../../testing/test-app.ts';
import type { Kind, Things } from './things.ts';

export type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };
export type Place = 'params' | 'query' | 'body';

/** The field, with what its name refers to in this place. */
function schemaOf(fields: z.ZodType): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(fields, { io: 'input' }) as Schema & { $defs?: Schema };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: string };
    if ($ref) return inline($defs[$ref.split('/').at(-1)!]);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  };
  return inline(schema) as Schema;
}

const isId = (schema: Schema): boolean =>
  schema.format === 'uuid' || schema.items?.format === 'uuid' || (schema.anyOf ?? []).some(isId);

/** The kind of thing that an id in this place names. */
function kindOf(name: string, field: string): Kind {
  const byField: Record<string, Kind> = {
    hand_over_to: 'person',
    user_id: 'person',
    user_ids: 'person',
    actor: 'person',
    userId: 'person',
    group_ids: 'group',
    inviting_ids: 'person',
    account_id: 'account',
    account_ids: 'account',
    label_ids: 'label',
    collection_ids: 'collection',
    source_account_id: 'account',
    from_account_id: 'account',
    to_account_id: 'account',
    document_id: 'document',
    document_ids: 'document',
    documentId: 'document',
    parent_id: 'folder',
    in: 'folder',
    after: 'message',
    message: 'message',
    replaces: 'question',
    label_id: 'label',
    labels: 'label',
    add_labels: 'label',
    remove_labels: 'label',
    collection_id: 'collection',
    collections: 'collection',
    add_collections: 'collection',
    remove_collections: 'collection',
  };
  const bySection: Record<string, Kind> = {
    user: 'session',
    apiKeys: 'api key',
    passkeys: 'passkey',
    organizations: 'organization',
    members: 'person',
    invites: 'invitation',
    inviteRequests: 'invite request',
    pendingShares: 'invitation',
    groups: 'group',
    sharing: 'document',
    links: 'public link',
    accessRequests: ['accessRequests.ask', 'accessRequests.list'].includes(name) ? 'document' : 'access request',
    labels: 'label',
    collections: 'collection',
    sources: name === 'sources.batchStatus' ? 'batch' : 'account',
    documents: 'document',
    archives: 'document',
    renditions: 'document',
    trash: 'document',
    bulk: 'bulk batch',
    notifications: 'notification',
    transfers: 'transfer',
    payment: name === 'payment.receipt' ? 'payment' : 'card',
    search: name === 'search.deleteFromHistory' ? 'past search' : 'saved search',
    ai: name === 'ai.feedback' ? 'answer' : 'conversation',
  };
  const kind = byField[field] ?? (field === 'id' || field === 'ids' ? bySection[name.split('.')[0]!] : undefined);
  if (!kind) throw new Error(`What does ${field} of ${name} name? Say it here.`);
  return kind;
}

const places: readonly Place[] = ['params', 'query', 'body'];

export interface Position {
  name: string;
  endpoint: Endpoint;
  place: Place;
  /** The name of the field, after those of its enclosing objects. */
  path: string[];
  kind: Kind;
  isList: boolean;
}

/** Every place of the contract where an id, or a list of them, stands. */
export const positions: Position[] = endpoints.flatMap(({ name, endpoint }) =>
  places.flatMap((place) =>
    (endpoint[place] ? idsIn(schemaOf(endpoint[place])) : []).map(({ path, isList }) => {
      return { name, endpoint, place, path, kind: kindOf(name, path.at(-1)!), isList };
    }),
  ),
);

function idsIn(schema: Schema): { path: string[]; isList: boolean }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, part]) => [
    ...(isId(part) ? [{ path: [field], isList: part.type === 'array' }] : []),
    ...idsIn(part).map(({ path, isList }) => ({ path: [field, ...path], isList })),
  ]);
}

/** A valid value for any other field; ids are one's own. */
function sample(schema: Schema, name: string, field: string, own: Things, all = false): unknown {
  if (schema.format === 'uuid') return own[kindOf(name, field)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return (schema.enum as unknown[])[0];
  if (schema.anyOf) return sample(schema.anyOf.find((one) => isId(one)) ?? schema.anyOf[0]!, name, field, own, all);
  if (schema.type === 'array') return [sample(schema.items!, name, field, own, all)];
  if (schema.type === 'object') {
    const properties = schema.properties ?? {};
    const keys = all ? Object.keys(properties) : ((schema.required as string[]) ?? []);
    return Object.fromEntries(keys.map((key) => [key, sample(properties[key]!, name, key, own, all)]));
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'date') return '2026-01-31';
  const texts: Record<string, string> = {
    color: labelColors.red,
    also: own.document,
    ids: own.document,
    emails: 'somebody@example.com',
    since: '2026-01-31T12:00:00Z',
  };
  return texts[field] ?? 'Something';
}

export type Input = Partial<Record<Place, Record<string, unknown>>>;

/** A call with everything that it requires or, with `all`, everything that it accepts. */
export function inputOf({ name, endpoint }: { name: string; endpoint: Endpoint }, own: Things, all = false): Input {
  const input: Input = {};
  for (const part of places) {
    const schema = endpoint[part] && schemaOf(endpoint[part]);
    if (schema) input[part] = sample(schema, name, '', own, all) as Record<string, unknown>;
  }
  // One or several addresses: the schema requires neither.
  if (name === 'invites.create') input.body = { ...input.body, email: undefined, emails: ['somebody@example.com'] };
  return input;
}

/** Sets the value of a place in a call. */
export function put(input: Input, { place, path }: Position, value: unknown): void {
  let at = input[place]!;
  for (const name of path.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  at[path.at(-1)!] = value;
}

/** Makes any call of the contract. */
export async function send(
  app: TestApp,
  { method, path }: Endpoint,
  { params = {}, query = {}, body }: Input,
  headers: Record<string, string>,
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]));
  return app.request({
    method,
    url: `/api${filled}?${new URLSearchParams(query as Record<string, string>)}`,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    payload: body && JSON.stringify(body),
  });
}
