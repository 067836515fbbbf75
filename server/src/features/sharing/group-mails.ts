import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { sendMails } from '../../jobs/send-mail.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { newId } from '../../platform/uuid.ts';
import { groupInSentence, linkTo, sharedMail } from './sharing.mail.ts';

/** People in larger groups find what was shared under 'Shared with me': nobody wants a thousand mails to leave at once. */
const mostRecipients = 1_000;
const atOnce = 100;

interface Announcement {
  groupIds: readonly string[];
  documentIds: readonly string[];
  /** People who get a mail about it anyway. */
  exceptIds: readonly string[];
}

const mailGroupsJob = jobType<{ id: string }>('sharing.mail-groups');

/** The members of these groups get a mail, in the background. */
export async function announceToGroups(
  tx: Executor,
  viewer: Member,
  { groupIds, documentIds, exceptIds }: Announcement,
): Promise<void> {
  const id = newId();
  await sql`insert into share_mails (id, organization_id, shared_by, group_ids, document_ids, except_ids)
    values (${id}, ${viewer.membership.organizationId}, ${viewer.id}, ${[...groupIds]}::uuid[],
      ${[...documentIds]}::uuid[], ${[...exceptIds]}::uuid[])`.execute(tx);
  await enqueue(tx, mailGroupsJob, { id }, { queue: `share-mails ${id}` });
}

interface Row {
  id: string;
  organization_id: string;
  shared_by: string;
  by: string;
  group_ids: string[];
  document_ids: string[];
  except_ids: string[];
  sent_to: string;
}

/**
 * A slice of the members at a time: their mails, and how far it got, are one transaction, so that a job that runs twice
 * mails nobody twice.
 */
export const mailGroups = onSlicedJob(mailGroupsJob, ({ db, config }, { id }) =>
  db.transaction().execute(async (tx) => {
    const { rows } =
      await sql<Row>`select s.id, s.organization_id, s.shared_by, u.name as by, s.group_ids, s.document_ids,
        s.except_ids, s.sent_to
      from share_mails s join users u on u.id = s.shared_by where s.id = ${id} for update of s`.execute(tx);
    const [row] = rows;
    if (!row) return false;
    const [documents, recipients] = [await stillShared(tx, row), await nextRecipients(tx, row)];
    if (documents.length > 0 && recipients.length > 0 && recipients[0]!.left <= mostRecipients) {
      const url = linkTo(config.publicUrl, row.organization_id, documents);
      const names = documents.map(({ name }) => name);
      await sendMails(
        tx,
        recipients.map(({ email, group, is_everyone }) => ({
          to: email,
          content: sharedMail(row.by, names, url, groupInSentence({ name: group, isEveryone: is_everyone })),
        })),
      );
      await sql`update share_mails set sent_to = ${recipients.at(-1)!.id} where id = ${id}`.execute(tx);
      return true;
    }
    await sql`delete from share_mails where id = ${id}`.execute(tx);
    return false;
  }),
);

/** Shares that ended meanwhile are not announced. */
async function stillShared(tx: Executor, { document_ids, group_ids }: Row) {
  const { rows } = await sql<{ id: string; name: string; kind: string }>`select d.id, d.name, d.kind from documents d
    where d.id = any(${document_ids}::uuid[]) and d.deleted_at is null and exists (select 1 from document_shares s
      where s.document_id = d.id and s.user_id = any(${group_ids}::uuid[]) and s.state in ('live', 'filling'))
    order by d.name_key, d.id`.execute(tx);
  return rows;
}

interface Recipient {
  id: string;
  email: string;
  /** The group of theirs that is named; another one before everyone. */
  group: string;
  is_everyone: boolean;
  /** How many have not got theirs, these included. */
  left: number;
}

async function nextRecipients(tx: Executor, row: Row): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`select r.id, r.email, r.group, r.is_everyone, count(*) over () as left from (
      select distinct on (u.id) u.id, u.email, g.name as group, g.is_everyone
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
