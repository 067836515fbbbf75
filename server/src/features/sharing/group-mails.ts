import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { newId } from '../../platform/uuid.ts';
import { announce } from './mail-shares.ts';

/**
 * Members of larger groups find the documents under 'Shared with me', so that a thousand emails needn't be sent at
 * once.
 */
const maxRecipients = 1_000;
const atOnce = 100;

interface Announcement {
  groupIds: readonly string[];
  documentIds: readonly string[];
  /** People who get an email about it anyway. */
  exceptIds: readonly string[];
}

const mailGroupsJob = jobType<{ id: string }>('sharing.mail-groups');

/** Sends the members of these groups an email, in the background. */
export async function announceToGroups(
  tx: Executor,
  sharer: { id: string; membership: { organizationId: string } },
  { groupIds, documentIds, exceptIds }: Announcement,
): Promise<void> {
  const id = newId();
  await sql`insert into share_mails (id, organization_id, shared_by, group_ids, document_ids, except_ids)
    values (${id}, ${sharer.membership.organizationId}, ${sharer.id}, ${[...groupIds]}::uuid[],
      ${[...documentIds]}::uuid[], ${[...exceptIds]}::uuid[])`.execute(tx);
  await enqueue(tx, mailGroupsJob, { id }, { queue: `share-mails ${id}` });
}

interface Row {
  id: string;
  organization_id: string;
  shared_by: string;
  group_ids: string[];
  document_ids: string[];
  except_ids: string[];
  sent_to: string;
}

/**
 * Handles a slice of the members at a time. Their news and the progress are one transaction, so that a job that runs
 * twice notifies no one twice.
 */
export const mailGroups = onSlicedJob(mailGroupsJob, ({ db }, { id }) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`select id, organization_id, shared_by, group_ids, document_ids, except_ids, sent_to
      from share_mails where id = ${id} for update`.execute(tx);
    const [row] = rows;
    if (!row) return false;
    const [documents, recipients] = [await stillShared(tx, row), await nextRecipients(tx, row)];
    if (documents.length > 0 && recipients.length > 0 && recipients[0]!.left <= maxRecipients) {
      const news = recipients.flatMap(({ id: recipient_id, group_id }) =>
        documents.map((document_id) => ({ recipient_id, document_id, group_id })),
      );
      await announce(tx, { organizationId: row.organization_id, sharedBy: row.shared_by }, news);
      await sql`update share_mails set sent_to = ${recipients.at(-1)!.id} where id = ${id}`.execute(tx);
      return true;
    }
    await sql`delete from share_mails where id = ${id}`.execute(tx);
    return false;
  }),
);

/** Leaves out shares that ended meanwhile. */
async function stillShared(tx: Executor, { document_ids, group_ids }: Row): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select d.id from documents d
    where d.id = any(${document_ids}::uuid[]) and d.deleted_at is null and exists (select 1 from document_shares s
      where s.document_id = d.id and s.principal_id = any(${group_ids}::uuid[]) and s.state in ('live', 'filling'))
    order by d.id`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Recipient {
  id: string;
  /** The group named in the email; any other before everyone. */
  group_id: string;
  /** How many people are left, these included. */
  left: number;
}

async function nextRecipients(tx: Executor, row: Row): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`select r.id, r.group_id, count(*) over () as left from (
      select distinct on (u.id) u.id, g.id as group_id
      from groups g
      join memberships m on m.organization_id = g.organization_id and (case when g.is_everyone then m.role <> 'guest'
        else exists (select 1 from group_members gm where gm.group_id = g.id and gm.user_id = m.user_id) end)
      join users u on u.id = m.user_id and u.email_verified_at is not null
      where g.organization_id = ${row.organization_id} and g.id = any(${row.group_ids}::uuid[]) and g.deleted_at is null
        and u.id > ${row.sent_to} and u.id <> ${row.shared_by} and u.id <> all(${row.except_ids}::uuid[])
      order by u.id, g.is_everyone, g.name) r
    order by r.id limit ${atOnce}`.execute(tx);
  return rows;
}
