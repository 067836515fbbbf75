import { contract, type Endpoint, endpoints, labelColors, may, type Permission, policy } from '@sheaf/contract';
import { type StripeSandbox, startStripe } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/uuid.ts';
import { apiKeyOf } from '../testing/api-keys.ts';
import { addDocuments, quietAccount } from '../testing/documents.ts';
import { person, type TestPerson } from '../testing/people.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/**
 * Every place of the contract where an id stands, with an id of somebody else, as every kind of stranger: the answer is
 * the one that an id nobody has gets, and nothing of theirs changes.
 */

type Kind =
  | 'organization'
  | 'person'
  | 'session'
  | 'api key'
  | 'invitation'
  | 'label'
  | 'collection'
  | 'account'
  | 'group'
  | 'batch'
  | 'document'
  | 'folder'
  | 'message'
  | 'transfer'
  | 'card'
  | 'payment'
  | 'past search'
  | 'saved search'
  | 'conversation'
  | 'question'
  | 'answer';
type Things = Record<Kind, string>;

let app: TestApp;
let stripe: StripeSandbox;
let victim: TestPerson;
let theirs: Things;
const strangers = new Map<string, { who: TestPerson; own: Things }>();

beforeAll(async () => {
  stripe = await startStripe();
  app = await testApp({}, { stripe });
  const host = await person(app);
  const inHere = { organizationId: host.organizationId };
  victim = await person(app, { role: 'admin', ...inHere });
  theirs = await thingsOf(victim);
  const outsider = await person(app);
  strangers.set('owner of another workspace', { who: outsider, own: await thingsOf(outsider) });
  strangers.set('owner of the same workspace', { who: host, own: await thingsOf(host) });
  const member = await person(app, { role: 'member', ...inHere });
  strangers.set('member of the same workspace', { who: member, own: await thingsOf(member) });
  const guest = await person(app, { role: 'guest', ...inHere });
  strangers.set('guest of the same workspace', { who: guest, own: await thingsOf(guest) });
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});

/** One of everything that has an id. */
async function thingsOf(who: TestPerson): Promise<Things> {
  const { pool } = app.services;
  const account = await quietAccount(app, who);
  const [folder, document] = await addDocuments(app, who, account, [
    { name: 'folder', folder: true },
    { name: 'a.txt' },
  ]);
  const [batch, transfer, invitation, session, message] = [newId(), newId(), newId(), newId(), newId()];
  const at = [who.organizationId, who.id];
  await pool.query(
    `insert into batches (id, organization_id, account_id, kind, status) values ($1, $2, $3, 'sync', 'completed')`,
    [batch, who.organizationId, account],
  );
  await pool.query(
    `insert into transfers (id, organization_id, user_id, from_account_id, to_account_id, mode, on_conflict, selection_type)
     values ($1, $2, $3, $4, $4, 'copy', 'rename', 'all')`,
    [transfer, ...at, account],
  );
  await pool.query(
    `insert into invitations (id, organization_id, email, role, invited_by, expires_at)
     values ($1, $2, $1::uuid::text || '@example.com', 'member', $3, now() + interval '1 day')`,
    [invitation, ...at],
  );
  await pool.query(
    `insert into sessions (id, user_id, token_hash, user_agent, expires_at)
     values ($1, $2, sha256($1::uuid::text::bytea), '', now() + interval '1 day')`,
    [session, who.id],
  );
  await pool.query(
    `insert into messages (id, account_id, remote_id, thread_remote_id, thread_title, channel_ids, is_unread, is_flagged,
       author, recipients, sent_at, body_type, body, attachments, revision)
     values ($1, $2, 'm', 't', 'A thread', '{c}', true, true, '{"name": "Ada"}', '[]', now(), 'text', 'A secret', '[]', '1')`,
    [message, account],
  );
  const [search, conversation, question, answer] = [newId(), newId(), newId(), newId()];
  await pool.query(`insert into search_history (id, organization_id, user_id, q) values ($1, $2, $3, 'x')`, [
    search,
    ...at,
  ]);
  await pool.query(
    `insert into ai_threads (id, organization_id, user_id, title, is_titled) values ($1, $2, $3, 'A secret', true)`,
    [conversation, ...at],
  );
  await pool.query(
    `insert into ai_messages (id, organization_id, thread_id, number, role, content)
     values ($1, $3, $4, 1, 'user', 'A secret'), ($2, $3, $4, 2, 'assistant', 'A secret')`,
    [question, answer, who.organizationId, conversation],
  );
  const label = (await who.call(contract.labels.create, { body: { name: 'A label', color: labelColors.red } })).data.id;
  const collection = (await who.call(contract.collections.create, { body: { name: 'A collection' } })).data.id;
  const group = newId();
  await pool.query(`insert into groups (id, organization_id, name) values ($1, $2, $1::uuid::text)`, [
    group,
    who.organizationId,
  ]);
  await pool.query('insert into group_members (group_id, organization_id, user_id) values ($1, $2, $3)', [
    group,
    ...at,
  ]);
  return {
    organization: who.organizationId,
    person: who.id,
    session,
    'api key': (await apiKeyOf(app, who, 'read')).id,
    invitation,
    group,
    label,
    collection,
    account,
    batch,
    document: document!,
    folder: folder!,
    message,
    transfer,
    ...(await billingOf(who)),
    'past search': search,
    'saved search': (await who.call(contract.search.save, { body: { name: 'A search', q: 'x' } })).data.id,
    conversation,
    question,
    answer,
  };
}

/** A card and a payment of the workspace. */
async function billingOf({ organizationId }: TestPerson): Promise<{ card: string; payment: string }> {
  const { pool, payments } = app.services;
  const { id: provider } = await payments!.stripe.customers.create({ name: 'A customer' });
  const [card, payment] = [newId(), newId()];
  const { rows } = await pool.query(
    `insert into billing_customers as c (id, organization_id, provider_id) values ($1, $2, $3)
     on conflict (organization_id) do update set provider_id = c.provider_id returning id`,
    [newId(), organizationId, provider],
  );
  await pool.query(
    `insert into billing_cards (id, customer_id, provider_id, brand, last4, exp_month, exp_year, is_primary)
     values ($1, $2, $1::uuid::text, 'visa', '4242', 1, 2040, false)`,
    [card, rows[0].id],
  );
  await pool.query(
    `insert into billing_payments (id, customer_id, provider_id, amount, currency, status, description, created_at)
     values ($1, $2, $1::uuid::text, 1000, 'usd', 'paid', 'Team', now())`,
    [payment, rows[0].id],
  );
  return { card, payment };
}

/** Everything of the victim that a stranger could touch. */
async function stateOfVictim(): Promise<unknown> {
  const { rows } = await app.services.pool.query(
    `select jsonb_build_array(
      (select jsonb_agg(to_jsonb(x) order by id) from labels x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from collections x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from source_accounts x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from documents x where owner_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from messages x where account_id in (select id from source_accounts where user_id = $1)),
      (select jsonb_agg(to_jsonb(x) order by id) from transfers x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from batches x where id = $2),
      (select jsonb_agg(to_jsonb(x) order by id) from search_history x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from saved_searches x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from ai_threads x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by x.id) from ai_messages x join ai_threads t on t.id = x.thread_id where t.user_id = $1),
      (select jsonb_agg(x.id order by id) from sessions x where user_id = $1),
      (select jsonb_agg(x.id order by id) from api_keys x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from invitations x where invited_by = $1),
      (select jsonb_agg(to_jsonb(x)) from groups x where id = $7),
      (select jsonb_agg(to_jsonb(x)) from group_members x where group_id = $7),
      (select jsonb_agg(to_jsonb(x)) from document_shares x where document_id = any($3)),
      (select jsonb_agg(to_jsonb(x)) from label_documents x where document_id = any($3) or label_id = $4),
      (select jsonb_agg(to_jsonb(x)) from collection_documents x where document_id = any($3) or collection_id = $5),
      (select jsonb_agg(jsonb_build_array(x.user_id, x.role)) from memberships x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by x.id) from billing_cards x join billing_customers c on c.id = x.customer_id where c.organization_id = $6),
      (select to_jsonb(x) from organizations x where id = $6)) as state`,
    [
      victim.id,
      theirs.batch,
      [theirs.document, theirs.folder],
      theirs.label,
      theirs.collection,
      victim.organizationId,
      theirs.group,
    ],
  );
  return rows[0].state;
}

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };
type Place = 'params' | 'query' | 'body';

const schemaOf = (fields: z.ZodType): Schema => z.toJSONSchema(fields, { io: 'input' }) as Schema;
const isId = (schema: Schema): boolean =>
  schema.format === 'uuid' || schema.items?.format === 'uuid' || (schema.anyOf ?? []).some(isId);

/** What an id at this place names. */
function kindOf(name: string, field: string): Kind {
  const byField: Record<string, Kind> = {
    hand_over_to: 'person',
    user_id: 'person',
    user_ids: 'person',
    userId: 'person',
    inviting_ids: 'person',
    account_id: 'account',
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
    organizations: 'organization',
    members: 'person',
    invites: 'invitation',
    groups: 'group',
    sharing: 'document',
    labels: 'label',
    collections: 'collection',
    sources: name === 'sources.batchStatus' ? 'batch' : 'account',
    documents: 'document',
    transfers: 'transfer',
    payment: name === 'payment.receipt' ? 'payment' : 'card',
    search: name === 'search.forget' ? 'past search' : 'saved search',
    ai: name === 'ai.feedback' ? 'answer' : 'conversation',
  };
  const kind = byField[field] ?? (field === 'id' ? bySection[name.split('.')[0]!] : undefined);
  if (!kind) throw new Error(`What does ${field} of ${name} name? Say it here.`);
  return kind;
}

const places: readonly Place[] = ['params', 'query', 'body'];

interface Position {
  name: string;
  endpoint: Endpoint;
  place: Place;
  field: string;
  kind: Kind;
}

const positions: Position[] = endpoints.flatMap(({ name, endpoint }) =>
  places.flatMap((place) =>
    Object.entries(endpoint[place] ? (schemaOf(endpoint[place]).properties ?? {}) : {})
      .filter(([, schema]) => isId(schema))
      .map(([field]) => ({ name, endpoint, place, field, kind: kindOf(name, field) })),
  ),
);

/** Something valid for a field that is not the one in question; ids are the stranger's own. */
function sample(schema: Schema, name: string, field: string, own: Things): unknown {
  if (schema.format === 'uuid') return own[kindOf(name, field)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return (schema.enum as unknown[])[0];
  if (schema.anyOf) return sample(schema.anyOf.find((one) => isId(one)) ?? schema.anyOf[0]!, name, field, own);
  if (schema.type === 'array') return [sample(schema.items!, name, field, own)];
  if (schema.type === 'object')
    return Object.fromEntries(
      ((schema.required as string[]) ?? []).map((key) => [key, sample(schema.properties![key]!, name, key, own)]),
    );
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return field === 'color' ? labelColors.red : 'Something';
}

/** The call with everything it needs, and this id at the place in question. */
function inputOf({ name, endpoint, place, field }: Position, own: Things, id: string) {
  const input: Partial<Record<Place, Record<string, unknown>>> = {};
  for (const part of places) {
    const schema = endpoint[part] && schemaOf(endpoint[part]);
    if (schema) input[part] = sample(schema, name, '', own) as Record<string, unknown>;
  }
  const schema = schemaOf(endpoint[place]!).properties![field]!;
  input[place]![field] = schema.type === 'array' ? [id] : id;
  return input;
}

async function ask(position: Position, who: TestPerson, own: Things, id: string) {
  const { params = {}, query = {}, body } = inputOf(position, own, id);
  const path = position.endpoint.path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]));
  const search = new URLSearchParams(query as Record<string, string>);
  const { status, body: text } = await app.request({
    method: position.endpoint.method,
    url: `/api${path}?${search}`,
    headers: { ...who.headers, ...(body && { 'content-type': 'application/json' }) },
    payload: body && JSON.stringify(body),
  });
  return { status, text: text.replaceAll(id, 'the id').replace(/"request_id":"[^"]+"/, '') };
}

/** Colleagues know each other and their workspace; whoever manages members, invitations and groups may. */
function isStranger(kind: Kind, who: string, { access }: Endpoint): boolean {
  if (['organization', 'person', 'card', 'payment'].includes(kind)) return who === 'owner of another workspace';
  if (!['invitation', 'group'].includes(kind) || who === 'owner of another workspace') return true;
  return access in policy && !may(who.startsWith('owner') ? 'owner' : 'member', access as Permission);
}

const cases = [
  'owner of another workspace',
  'owner of the same workspace',
  'member of the same workspace',
  'guest of the same workspace',
].flatMap((who) =>
  positions
    .filter(({ kind, endpoint }) => isStranger(kind, who, endpoint))
    .map((position) => ({ ...position, who, title: `${position.name} ${position.field}` })),
);

describe('an id of somebody else', () => {
  it.each(cases)('is no id at all: $title as $who', async (position) => {
    const { who, own } = strangers.get(position.who)!;
    const before = await stateOfVictim();
    const answer = await ask(position, who, own, theirs[position.kind]);
    expect(answer.status).toBeLessThan(500);
    expect(await stateOfVictim()).toEqual(before);
    expect(answer).toEqual(await ask(position, who, own, newId()));
  });

  it('is tried in every place there is one', () => {
    expect(positions.length).toBeGreaterThan(60);
    expect(cases.length).toBeGreaterThan(180);
  });
});
