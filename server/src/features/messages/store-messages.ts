import { createHash } from 'node:crypto';
import type { Message, MessageMarks, RemoteId } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { storable } from '../../platform/text/storable.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { newId } from '../../platform/uuid.ts';

/** Longer bodies are cut; the connector has added the whole as an attachment. */
const maxBody = 1024 * 1024;
const maxName = 255;
const maxPeople = 500;
const maxAttachments = 500;

/** Longer ids fit in no index. */
export const longestId = 1_500;

const [firstDay, lastDay] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];
const dateOf = (date: Date): string => {
  const time = date.getTime();
  return new Date(Number.isNaN(time) ? 0 : Math.min(Math.max(time, firstDay), lastDay)).toISOString();
};
const short = (text: string) => storable(text).slice(0, maxName);

function rowOf(message: Message) {
  const { author, recipients, attachments, body, thread } = message;
  const personOf = ({ id, name, address }: Message['author']) => ({
    ...(id && { id: short(id) }),
    name: short(name),
    ...(address && { address: short(address) }),
  });
  const read = {
    thread_title: short(thread.title),
    author: personOf(author),
    recipients: recipients.slice(0, maxPeople).map((one) => ({ ...personOf(one), as: one.as })),
    sent_at: dateOf(message.sentAt),
    edited_at: message.editedAt ? dateOf(message.editedAt) : null,
    ...(message.answersAt && { answers_at: dateOf(message.answersAt) }),
    body_type: body.type,
    body: storable(body.value.slice(0, maxBody)),
    attachments: attachments.slice(0, maxAttachments).map(({ id, name, mimeType, size, contentId }) => ({
      id: storable(id),
      name: short(name),
      mimeType: mimeType && short(mimeType),
      size,
      ...(contentId && { contentId: short(contentId) }),
    })),
  };
  return {
    ...read,
    id: newId(),
    remote_id: message.id,
    thread_remote_id: thread.id,
    channel_ids: message.channelIds,
    is_unread: message.isUnread,
    is_flagged: message.isFlagged,
    web_url: webAddress(message.webUrl),
    revision: createHash('sha256').update(JSON.stringify(read)).digest('base64url').slice(0, 22),
  };
}

/** Stores new and edited messages. Returns the threads they are in and were in before. */
export async function storeMessages(tx: Executor, accountId: string, messages: readonly Message[]): Promise<string[]> {
  const rows = [...new Map(messages.map((message) => [message.id, message])).values()].map(rowOf);
  if (rows.length === 0) return [];
  const before = await threadsOf(
    tx,
    accountId,
    rows.map(({ remote_id }) => remote_id),
  );
  await sql`insert into messages (id, account_id, remote_id, thread_remote_id, thread_title, channel_ids, is_unread, is_flagged,
      author, recipients, sent_at, edited_at, body_type, body, attachments, web_url, revision, answers_at)
    select id, ${accountId}, remote_id, thread_remote_id, thread_title, array(select jsonb_array_elements_text(channel_ids)),
      is_unread, is_flagged, author, recipients, sent_at, edited_at, body_type, body, attachments, web_url, revision, answers_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, remote_id text, thread_remote_id text, thread_title text,
      channel_ids jsonb, is_unread boolean, is_flagged boolean, author jsonb, recipients jsonb, sent_at timestamptz, edited_at timestamptz,
      body_type text, body text, attachments jsonb, web_url text, revision text, answers_at timestamptz)
    on conflict (account_id, remote_id) do update set thread_remote_id = excluded.thread_remote_id,
      thread_title = excluded.thread_title, channel_ids = excluded.channel_ids, is_unread = excluded.is_unread,
      is_flagged = excluded.is_flagged, author = excluded.author, recipients = excluded.recipients, sent_at = excluded.sent_at,
      edited_at = excluded.edited_at, body_type = excluded.body_type, body = excluded.body, attachments = excluded.attachments,
      web_url = excluded.web_url, revision = excluded.revision, answers_at = excluded.answers_at,
      gone_at = null`.execute(tx);
  return [...new Set([...before, ...rows.map(({ thread_remote_id }) => thread_remote_id)])];
}

/** Updates messages that are stored with other marks. Returns their threads. */
export async function markMessages(tx: Executor, accountId: string, marks: readonly MessageMarks[]): Promise<string[]> {
  if (marks.length === 0) return [];
  const { rows } = await sql<{
    thread: string;
  }>`update messages m set channel_ids = array(select jsonb_array_elements_text(x."channelIds")),
      is_unread = x."isUnread", is_flagged = x."isFlagged", gone_at = null
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as x (id text, "channelIds" jsonb, "isUnread" boolean, "isFlagged" boolean)
    where m.account_id = ${accountId} and m.remote_id = x.id returning m.thread_remote_id as thread`.execute(tx);
  return distinct(rows);
}

/**
 * Makes a channel contain exactly these messages (since a time, or ever). Returns the threads of those that changed.
 */
export async function settleChannel(
  tx: Executor,
  accountId: string,
  channel: RemoteId,
  { since, ids }: { since: Date | null; ids: readonly RemoteId[] },
): Promise<string[]> {
  const { rows } = await sql<{ thread: string }>`
    with present as materialized (select unnest(${[...ids]}::text[]) as remote_id), came as (
      update messages m set channel_ids = array_append(m.channel_ids, ${channel}), gone_at = null from present p
      where m.account_id = ${accountId} and m.remote_id = p.remote_id and not m.channel_ids @> array[${channel}]
      returning m.thread_remote_id
    ), left_it as (
      update messages m set channel_ids = array_remove(m.channel_ids, ${channel})
      where m.account_id = ${accountId} and m.channel_ids @> array[${channel}]
        and (${since}::timestamptz is null or m.sent_at >= ${since}::timestamptz)
        and not exists (select 1 from present p where p.remote_id = m.remote_id)
      returning m.thread_remote_id
    ) select thread_remote_id as thread from came union select thread_remote_id from left_it`.execute(tx);
  return distinct(rows);
}

/**
 * Marks messages as gone that the source no longer has, or that are in none of the chosen channels. Returns their
 * threads.
 */
export async function dropMessages(
  tx: Executor,
  accountId: string,
  which: { ids: readonly RemoteId[] } | { outside: readonly RemoteId[]; threads: readonly string[] | null },
): Promise<string[]> {
  const these =
    'ids' in which
      ? sql`remote_id = any(${[...which.ids]}::text[])`
      : sql`not channel_ids && ${[...which.outside]}::text[]
          and (${which.threads === null} or thread_remote_id = any(${[...(which.threads ?? [])]}::text[]))`;
  const { rows } = await sql<{ thread: string }>`update messages set gone_at = now()
    where account_id = ${accountId} and gone_at is null and ${these} returning thread_remote_id as thread`.execute(tx);
  return distinct(rows);
}

/** Returns those of these messages that are stored and not gone. */
export async function knownMessages(
  db: Executor,
  accountId: string,
  ids: readonly RemoteId[],
): Promise<ReadonlySet<RemoteId>> {
  const { rows } = await sql<{ id: RemoteId }>`select remote_id as id from messages
    where account_id = ${accountId} and remote_id = any(${[...ids]}::text[]) and gone_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the stored messages of a channel, sent in a period or in certain threads. */
export async function storedMessages(
  db: Executor,
  accountId: string,
  channel: RemoteId,
  which: { from: Date; before: Date } | { threads: readonly RemoteId[] },
): Promise<RemoteId[]> {
  const wanted =
    'threads' in which
      ? sql`thread_remote_id = any(${[...which.threads]}::text[])`
      : sql`sent_at >= ${which.from} and sent_at < ${which.before}`;
  const { rows } = await sql<{ id: RemoteId }>`select remote_id as id from messages
    where account_id = ${accountId} and ${wanted} and ${channel} = any(channel_ids) and gone_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes gone messages whose document no longer exists or whose thread has other messages left. */
export async function deleteGone(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from messages m where m.account_id = ${accountId} and m.gone_at is not null and (
      not exists (select 1 from documents d where d.account_id = m.account_id and d.remote_id = 'thread:' || m.thread_remote_id)
      or exists (select 1 from messages o where o.account_id = m.account_id and o.thread_remote_id = m.thread_remote_id and o.gone_at is null))`.execute(
    tx,
  );
}

async function threadsOf(tx: Executor, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ thread: string }>`select distinct thread_remote_id as thread from messages
    where account_id = ${accountId} and remote_id = any(${[...ids]}::text[])`.execute(tx);
  return distinct(rows);
}

const distinct = (rows: readonly { thread: string }[]): string[] => [...new Set(rows.map(({ thread }) => thread))];

/** Deletes up to `max` messages of an account that is being removed; returns how many. */
export async function deleteMessageBatch(tx: Executor, accountId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from messages where id in (
    select id from messages where account_id = ${accountId} order by sent_at limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
