import type { RemoteId, RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { attachmentDocument, channelDocument, threadDocument } from './remote-ids.ts';

/**
 * Threads whose document is marked as gone although they have messages, because they moved with these to another
 * channel.
 */
export async function threadsNotGone(tx: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct m.thread_remote_id as id from documents d
    join messages m on m.account_id = d.account_id and m.thread_remote_id = substr(d.remote_id, length('thread:') + 1)
    where d.account_id = ${accountId} and d.gone_at is not null and d.conversation is not null and m.gone_at is null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

interface ThreadRow {
  id: string;
  title: string;
  kind: 'mail' | 'chat';
  messages: number;
  unread: number;
  flagged: boolean;
  first_at: Date;
  last_at: Date;
  people: string[];
  channel: string;
  web_url: string | null;
  revision: string;
}

interface AttachmentRow {
  thread: string;
  message: string;
  sent_at: Date;
  author: string;
  id: string;
  name: string;
  mimeType: string | null;
  size: number | null;
}

/** How many people of a conversation are named; the others are counted. */
const maxNamed = 6;

export interface ThreadItems {
  /** Threads and attachments, in the form in which listings report files. */
  items: RemoteItem[];
  /** Threads without messages, and attachments of messages that are gone. */
  gone: RemoteId[];
}

/** These threads as documents, according to their current messages. */
export async function threadItems(
  tx: Executor,
  accountId: string,
  threads: readonly string[],
  chosen: readonly RemoteId[],
): Promise<ThreadItems> {
  if (threads.length === 0) return { items: [], gone: [] };
  const { rows } = await sql<ThreadRow>`
    with these as materialized (
      select m.remote_id, m.thread_remote_id, m.thread_title, m.is_unread, m.is_flagged, m.author, m.recipients, m.sent_at,
        m.web_url, m.revision, (select c.id from unnest(m.channel_ids) with ordinality c (id, place) where c.id = any(${[...chosen]}::text[])
        order by c.place limit 1) as channel
      from messages m where m.account_id = ${accountId} and m.thread_remote_id = any(${[...threads]}::text[]) and m.gone_at is null)
    select thread_remote_id as id, case when bool_or(recipients <> '[]') then 'mail' else 'chat' end as kind, (array_agg(thread_title order by sent_at, remote_id))[1] as title, count(*)::int as messages,
      count(*) filter (where is_unread)::int as unread, bool_or(is_flagged) as flagged, min(sent_at) as first_at, max(sent_at) as last_at,
      array(select name from (select author ->> 'name' as name, min(sent_at) as first from these t
        where t.thread_remote_id = these.thread_remote_id group by 1 order by 2, 1) p) as people,
      mode() within group (order by channel) as channel,
      (array_agg(web_url order by sent_at, remote_id))[1] as web_url,
      encode(sha256(convert_to(string_agg(remote_id || ':' || revision, ',' order by sent_at, remote_id), 'utf8')), 'hex') as revision
    from these group by thread_remote_id`.execute(tx);
  const places = new Map(rows.map(({ id, channel }) => [id, channelDocument(channel)]));
  const attachments = await attachmentsOf(tx, accountId, [...places.keys()]);
  const items = [
    ...rows.map(threadItem),
    ...attachments.map((attachment) => attachmentItem(attachment, places.get(attachment.thread)!)),
  ];
  const gone = threads.filter((id) => !places.has(id)).map(threadDocument);
  return { items, gone: [...gone, ...(await goneAttachments(tx, accountId, threads, items))] };
}

const threadItem = (row: ThreadRow): RemoteItem => ({
  id: threadDocument(row.id),
  parentId: channelDocument(row.channel),
  name: row.title,
  kind: 'native',
  mimeType: 'text/html',
  size: null,
  modifiedAt: row.last_at,
  revision: row.revision,
  hashes: {},
  exports: ['text/html'],
  ...(row.people[0] && { ownerName: row.people[0] }),
  ...(row.web_url && { webUrl: row.web_url }),
  conversation: {
    kind: row.kind,
    messages: row.messages,
    unread: row.unread,
    flagged: row.flagged,
    people: row.people.slice(0, maxNamed),
    others: Math.max(0, row.people.length - maxNamed),
    first_at: row.first_at.toISOString(),
  },
});

const attachmentItem = (row: AttachmentRow, parentId: RemoteId): RemoteItem => ({
  id: attachmentDocument(row.message, row.id),
  parentId,
  name: row.name || 'Attachment',
  kind: 'file',
  mimeType: row.mimeType,
  size: row.size,
  modifiedAt: row.sent_at,
  // The bytes of an attachment never change.
  revision: '1',
  hashes: {},
  ownerName: row.author,
  threadId: threadDocument(row.thread),
});

/** Leaves out inline pictures, which are part of their message. */
async function attachmentsOf(tx: Executor, accountId: string, threads: readonly string[]): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`select m.thread_remote_id as thread, m.remote_id as message, m.sent_at,
      m.author ->> 'name' as author, a.id, a.name, a."mimeType", a.size
    from messages m, jsonb_to_recordset(m.attachments) as a (id text, name text, "mimeType" text, size bigint, "contentId" text)
    where m.account_id = ${accountId} and m.thread_remote_id = any(${[...threads]}::text[]) and m.gone_at is null
      and a."contentId" is null`.execute(tx);
  return rows;
}

async function goneAttachments(
  tx: Executor,
  accountId: string,
  threads: readonly string[],
  items: readonly RemoteItem[],
): Promise<RemoteId[]> {
  const { rows } = await sql<{ remote_id: RemoteId }>`select remote_id from documents where account_id = ${accountId}
    and thread_remote_id = any(${threads.map(threadDocument)}::text[]) and remote_id <> all(${items.map(({ id }) => id)}::text[])`.execute(
    tx,
  );
  return rows.map(({ remote_id }) => remote_id);
}
