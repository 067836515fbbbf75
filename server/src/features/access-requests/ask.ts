import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { throttle } from '../../platform/limits/index.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { seesNow } from '../access/index.ts';
import { notify } from '../notifications/index.ts';

interface Asked {
  organizationId: string;
  userId: string;
  documentId: string;
  message: string;
}

const recordJob = jobType<Asked>('access-requests.record');

const ofOnePerson = { times: 20, seconds: 3600 };
/** Open requests per document; its owner would not read more. */
const maxOpen = 100;

/**
 * Leaves it to the job to find out whether the document exists and who owns it, so that neither the answer nor its time
 * reveals this.
 */
export async function askForAccess(
  { db }: Services,
  { id: userId, membership: { organizationId } }: Member,
  documentId: string,
  message: string,
): Promise<void> {
  await throttle(db, `access-requests ${userId}`, ofOnePerson, 'You’ve asked for access many times. Try again later.');
  await enqueue(db, recordJob, { organizationId, userId, documentId, message });
}

/** Records one request per person and document, however often the job runs or the person asks. */
export const recordAccessRequest = onJob(recordJob, async (asked, { db }) => {
  await db.transaction().execute(async (tx) => {
    const document = await findAsked(tx, asked);
    if (!document) return;
    const { organizationId, userId, documentId, message } = asked;
    const { rows } = await sql<{ id: string }>`
      insert into access_requests as r (id, organization_id, document_id, user_id, message)
      values (${newId()}, ${organizationId}, ${documentId}, ${userId}, ${message})
      on conflict (document_id, user_id) do update set message = excluded.message, created_at = now(), declined_at = null
        where r.declined_at < now() - interval '7 days'
      returning r.id`.execute(tx);
    if (!rows[0]) return;
    await notify(tx, {
      kind: 'access_requested',
      organizationId,
      userId: document.owner_id,
      subject: rows[0].id,
      actorId: userId,
      data: { document: { id: documentId, name: document.name, isFolder: document.kind === 'folder' }, message },
    });
  });
});

interface AskedFor {
  owner_id: string;
  name: string;
  kind: string;
}

/**
 * Finds a document of the workspace that the member doesn't see and that has fewer than the maximum of open requests.
 */
async function findAsked(tx: Executor, { organizationId, userId, documentId }: Asked): Promise<AskedFor | undefined> {
  const { rows } = await sql<AskedFor>`select d.owner_id, d.name, d.kind from documents d
    join source_accounts c on c.id = d.account_id and c.removed_at is null
    join memberships m on m.organization_id = d.organization_id and m.user_id = ${userId}
    where d.id = ${documentId} and d.organization_id = ${organizationId} and d.deleted_at is null
      and d.owner_id <> ${userId} and not ${seesNow({ id: userId, organizationId }, sql`d.id`)}
      and (select count(*) from access_requests r where r.document_id = d.id and r.declined_at is null) < ${maxOpen}`.execute(
    tx,
  );
  return rows[0];
}
