import type { ThreadMessage } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { sees } from '../access/index.ts';
import { attachmentDocument, threadOf } from './remote-ids.ts';
import { htmlOfText } from './safe-html.ts';

interface Person {
  name: string;
  address?: string;
}

interface Row {
  id: string;
  remote_id: string;
  author: Person;
  recipients: (Person & { as: 'to' | 'cc' | 'bcc' })[];
  sent_at: Date;
  edited_at: Date | null;
  answers_at: Date | null;
  is_unread: boolean;
  is_flagged: boolean;
  body_type: 'text' | 'html';
  body: string;
  attachments: { id: string; name: string; size: number | null; contentId?: string }[];
}

/** Limits for a page: this many messages and about this many bytes of bodies, but at least one message. */
const max = 50;
const maxBytes = 1_500_000;

/**
 * SQL: the position of a message in its thread, given the alias of its table: by time, with answers below the messages
 * they answer.
 */
export const placeOf = (table: string) => {
  const [sent, answers, id] = ['sent_at', 'answers_at', 'id'].map((column) => sql.ref(`${table}.${column}`));
  return sql`coalesce(${answers}, ${sent}), ${sent}, ${id}`;
};

/**
 * Returns a page of a thread, in order, starting after the message `after`, and the id after which the next page
 * starts.
 */
export async function pageOfMessages(
  db: Executor,
  viewer: Member,
  document: { account_id: string; remote_id: string; own: boolean },
  after: string | null,
): Promise<{ messages: ThreadMessage[]; next: string | null }> {
  const thread = threadOf(document.remote_id);
  if (thread === undefined) return { messages: [], next: null };
  const from = after
    ? sql`and (${placeOf('m')}) > (select ${placeOf('messages')} from messages where id = ${after} and account_id = ${document.account_id})`
    : sql``;
  const { rows } = await sql<Row & { has_more: boolean }>`
    with sized as (
      select m.id, m.sent_at, row_number() over place as number,
        sum(octet_length(m.body)) over (place rows between unbounded preceding and current row) as bytes
      from messages m where m.account_id = ${document.account_id} and m.thread_remote_id = ${thread} ${from}
        and (m.gone_at is null or not exists (select 1 from messages o where o.account_id = m.account_id
          and o.thread_remote_id = m.thread_remote_id and o.gone_at is null))
      window place as (order by ${placeOf('m')}) order by ${placeOf('m')} limit ${max + 1}
    ), page as (select * from sized where number = 1 or (bytes <= ${maxBytes} and number <= ${max}))
    select m.id, m.remote_id, m.author, m.recipients, m.sent_at, m.edited_at, m.answers_at, m.is_unread, m.is_flagged, m.body_type, m.body,
      m.attachments, (select count(*) from sized) > (select count(*) from page) as has_more
    from page join messages m on m.id = page.id order by ${placeOf('m')}`.execute(db);
  const ids = await attachmentIds(db, viewer, document.account_id, rows);
  return {
    messages: rows.map((row) => present({ ...row, is_unread: document.own && row.is_unread }, ids)),
    next: rows.at(-1)?.has_more ? rows.at(-1)!.id : null,
  };
}

/** Returns the documents of the attachments that the viewer may see. */
async function attachmentIds(
  db: Executor,
  viewer: Member,
  accountId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const remoteIds = rows.flatMap((row) => row.attachments.map(({ id }) => attachmentDocument(row.remote_id, id)));
  if (remoteIds.length === 0) return new Map();
  const { rows: found } = await sql<{ id: string; remote_id: string }>`select d.id, d.remote_id from documents d
    where d.account_id = ${accountId} and d.remote_id = any(${remoteIds}::text[]) and ${sees(viewer, sql`d.id`)}`.execute(
    db,
  );
  return new Map(found.map(({ id, remote_id }) => [remote_id, id]));
}

const personOf = ({ name, address }: Person) => ({ name, email: address ?? null, avatar: null });

function present(row: Row, ids: ReadonlyMap<string, string>): ThreadMessage {
  const html = row.body_type === 'html' ? row.body : htmlOfText(row.body);
  return {
    id: row.id,
    author: personOf(row.author),
    recipients: row.recipients.map((one) => ({ ...personOf(one), as: one.as })),
    sent_at: row.sent_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    answer: row.answers_at !== null,
    unread: row.is_unread,
    flagged: row.is_flagged,
    body: Buffer.from(html).toString('base64url'),
    attachments: row.attachments
      .filter(({ contentId }) => !contentId)
      .map(({ id, name, size }) => ({
        document_id: ids.get(attachmentDocument(row.remote_id, id)) ?? null,
        name,
        size,
      })),
  };
}
