import { contract, labelColors } from '@sheaf/contract';
import { newId } from '../../platform/uuid.ts';
import { apiKeyOf } from '../../testing/api-keys.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import type { TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/test-app.ts';

export type Kind =
  | 'organization'
  | 'person'
  | 'session'
  | 'api key'
  | 'passkey'
  | 'invitation'
  | 'invite request'
  | 'label'
  | 'collection'
  | 'account'
  | 'group'
  | 'batch'
  | 'bulk batch'
  | 'notification'
  | 'document'
  | 'folder'
  | 'access request'
  | 'message'
  | 'public link'
  | 'transfer'
  | 'card'
  | 'payment'
  | 'past search'
  | 'saved search'
  | 'conversation'
  | 'question'
  | 'answer';
export type Things = Record<Kind, string>;

/** One of everything that has an id. */
export async function thingsOf(app: TestApp, who: TestPerson): Promise<Things> {
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
  const bulk = newId();
  await pool.query(
    `insert into bulk_batches (id, organization_id, user_id, query, action, change, names, total, up_to)
     values ($1, $2, $3, '{}', 'tag', '{}', '{A secret}', 1, $1)`,
    [bulk, ...at],
  );
  const notification = newId();
  await pool.query(
    `insert into notifications (id, organization_id, user_id, kind, subject, data)
     values ($1, $2, $3, 'invitation_accepted', $1, '{"name": "A secret"}')`,
    [notification, ...at],
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
  const request = newId();
  await pool.query(
    `insert into access_requests (id, organization_id, document_id, user_id, message) values ($1, $2, $4, $3, 'A secret')`,
    [request, ...at, document],
  );
  const inviteRequest = newId();
  await pool.query(
    `with asked as (insert into invite_requests (id, organization_id, user_id, email)
       values ($1, $2, $3, $1::uuid::text || '@example.org') returning id)
     insert into pending_shares (id, organization_id, document_id, shared_by, permission, request_id)
     select $1, $2, $4, $3, 'view', id from asked`,
    [inviteRequest, ...at, document],
  );
  const passkey = newId();
  await pool.query(
    `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, synced)
     values ($1, $2, 'A passkey', $1::uuid::text, '', 0, '{}', false)`,
    [passkey, who.id],
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
  const link = newId();
  await pool.query(
    `insert into public_links (id, organization_id, user_id, document_id, token_hash, secrets, downloads)
     values ($1, $2, $3, $4, sha256($1::uuid::text::bytea), '', true)`,
    [link, ...at, document],
  );
  return {
    organization: who.organizationId,
    person: who.id,
    session,
    'api key': (await apiKeyOf(app, who, 'read')).id,
    passkey,
    invitation,
    'invite request': inviteRequest,
    group,
    label,
    collection,
    account,
    batch,
    'bulk batch': bulk,
    notification,
    document: document!,
    folder: folder!,
    'access request': request,
    message,
    'public link': link,
    transfer,
    ...(await billingOf(app, who)),
    'past search': search,
    'saved search': (await who.call(contract.search.save, { body: { name: 'A search', q: 'x' } })).data.id,
    conversation,
    question,
    answer,
  };
}

/** A card and a payment of the workspace. */
async function billingOf(app: TestApp, { organizationId }: TestPerson): Promise<{ card: string; payment: string }> {
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

/** Everything of a person that others could affect. */
export async function stateOf(app: TestApp, who: TestPerson, theirs: Things): Promise<unknown> {
  const { rows } = await app.services.pool.query(
    `select jsonb_build_array(
      (select jsonb_agg(to_jsonb(x) order by id) from labels x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from collections x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from source_accounts x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from documents x where owner_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from messages x where account_id in (select id from source_accounts where user_id = $1)),
      (select jsonb_agg(to_jsonb(x) order by id) from transfers x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from batches x where id = $2),
      (select jsonb_agg(to_jsonb(x) order by id) from bulk_batches x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from notifications x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by document_id) from starred_documents x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from public_links x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from search_history x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from saved_searches x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from ai_threads x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by x.id) from ai_messages x join ai_threads t on t.id = x.thread_id where t.user_id = $1),
      (select jsonb_agg(x.id order by id) from sessions x where user_id = $1),
      (select jsonb_agg(x.id order by id) from api_keys x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from passkeys x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from invitations x where invited_by = $1),
      (select jsonb_agg(to_jsonb(x)) from groups x where id = $7),
      (select jsonb_agg(to_jsonb(x)) from group_members x where group_id = $7),
      (select jsonb_agg(to_jsonb(x) order by id) from invite_requests x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by id) from pending_shares x where shared_by = $1),
      (select jsonb_agg(to_jsonb(x)) from access_requests x where document_id = any($3)),
      (select jsonb_agg(to_jsonb(x)) from document_shares x where document_id = any($3)),
      (select jsonb_agg(to_jsonb(x)) from label_documents x where document_id = any($3) or label_id = $4),
      (select jsonb_agg(to_jsonb(x)) from collection_documents x where document_id = any($3) or collection_id = $5),
      (select jsonb_agg(jsonb_build_array(x.user_id, x.role)) from memberships x where user_id = $1),
      (select jsonb_agg(to_jsonb(x) order by x.id) from billing_cards x join billing_customers c on c.id = x.customer_id where c.organization_id = $6),
      (select to_jsonb(x) from organizations x where id = $6)) as state`,
    [
      who.id,
      theirs.batch,
      [theirs.document, theirs.folder],
      theirs.label,
      theirs.collection,
      who.organizationId,
      theirs.group,
    ],
  );
  return rows[0].state;
}
