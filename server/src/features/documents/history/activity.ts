import type { Activity } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import { jobType } from '../../../jobs/queue.ts';
import { onSlicedJob } from '../../../jobs/sliced.ts';
import { sees } from '../../access/index.ts';
import { noteRecent } from './recent.ts';

export interface Event {
  document_id: string;
  kind: Activity['kind'];
  detail: string | null;
}

/** Records actions of a person, any number with one statement. */
export async function note(
  db: Executor,
  viewer: { id: string; membership: { organizationId: string } },
  events: readonly Event[],
) {
  if (events.length === 0) return;
  await sql`insert into document_activity (organization_id, document_id, user_id, kind, detail)
    select ${viewer.membership.organizationId}, x.document_id, ${viewer.id}, x.kind, x.detail
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as x (document_id uuid, kind text, detail text)`.execute(
    db,
  );
}

/** Records an added document, unless the owner added it: `created_at` already says that. */
export async function noteAdded(
  tx: Executor,
  viewer: Pick<Member, 'id' | 'membership'>,
  owner: { userId: string },
  documentId: string,
): Promise<void> {
  if (viewer.id !== owner.userId) await note(tx, viewer, [{ document_id: documentId, kind: 'added', detail: null }]);
}

/**
 * Records that a person copied these, named by their ids at the source, within another member's account. Skips
 * documents that are older than the copying.
 */
export async function noteCopied(
  tx: Executor,
  { user_id, created_at }: { user_id: string; created_at: Date },
  accountId: string,
  remoteIds: readonly string[],
): Promise<void> {
  await sql`insert into document_activity (organization_id, document_id, user_id, kind)
    select d.organization_id, d.id, ${user_id}, 'added' from documents d
    where d.account_id = ${accountId} and d.remote_id = any(${[...remoteIds]}::text[]) and d.created_at >= ${created_at}
      and not exists (select from document_activity a where a.document_id = d.id and a.kind = 'added')`.execute(tx);
}

/**
 * Records that a person opened documents they see, or downloaded them: at most once an hour for each document. Each use
 * moves them to the top of the recent ones.
 */
export async function noteUse(
  db: Executor,
  viewer: Pick<Member, 'id' | 'membership'>,
  documentIds: readonly string[],
  kind: 'opened' | 'downloaded',
) {
  await noteRecent(db, viewer, documentIds);
  await sql`insert into document_activity (organization_id, document_id, user_id, kind)
    select d.organization_id, d.id, ${viewer.id}, ${kind} from documents d
    where d.id = any(${documentIds}::uuid[]) and ${sees(viewer, sql`d.id`)}
      and not exists (select 1 from document_activity a where a.document_id = d.id and a.user_id = ${viewer.id}
        and a.kind = ${kind} and a.at > now() - interval '1 hour')`.execute(db);
}

/**
 * Attributes to a person the renames and new contents that the database recorded for the source in this transaction.
 */
export async function signActivity(tx: Executor, viewer: Pick<Member, 'id' | 'membership'>, documentId: string) {
  await sql`update document_activity set user_id = ${viewer.id}
    where document_id = ${documentId} and user_id is null and at = now()`.execute(tx);
  await noteRecent(tx, viewer, [documentId]);
}

/**
 * Records where a person moved a document. The database records a move only if the folders' ids at the source differ.
 */
export async function nameMove(
  tx: Executor,
  viewer: Pick<Member, 'id' | 'membership'>,
  documentId: string,
  detail: string,
): Promise<void> {
  const { numAffectedRows } = await sql`update document_activity set detail = ${detail}
    where document_id = ${documentId} and kind = 'moved' and at = now()`.execute(tx);
  if (numAffectedRows === 0n) await note(tx, viewer, [{ document_id: documentId, kind: 'moved', detail }]);
}

/** Like `nameMove`, for several documents. */
export async function nameMoves(
  tx: Executor,
  viewer: Pick<Member, 'id' | 'membership'>,
  documentIds: readonly string[],
  detail: string,
): Promise<void> {
  const { rows } = await sql<{
    document_id: string;
  }>`update document_activity set detail = ${detail}, user_id = ${viewer.id}
    where document_id = any(${[...documentIds]}::uuid[]) and kind = 'moved' and at = now() returning document_id`.execute(
    tx,
  );
  const named = new Set(rows.map(({ document_id }) => document_id));
  const others = documentIds.filter((id) => !named.has(id));
  await note(
    tx,
    viewer,
    others.map((document_id) => ({ document_id, kind: 'moved', detail })),
  );
}

/** Records moves by a transfer, in place of what the database recorded for the source in this transaction. */
export async function noteMoved(
  tx: Executor,
  { userId, detail }: { userId: string; detail: string },
  ids: readonly string[],
): Promise<void> {
  await sql`delete from document_activity where document_id = any(${[...ids]}::uuid[]) and user_id is null and at = now()`.execute(
    tx,
  );
  await sql`insert into document_activity (organization_id, document_id, user_id, kind, detail)
    select organization_id, id, ${userId}, 'moved', ${detail} from documents where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** Daily: deletes activity older than a year. */
export const deleteExpiredActivity = onSlicedJob(
  jobType<object>('documents.forget-activity'),
  async ({ db }) => {
    const { numAffectedRows } = await sql`delete from document_activity where id in (
      select id from document_activity where at < now() - interval '1 year' order by id limit 10000)`.execute(db);
    return numAffectedRows !== 0n;
  },
  '41 3 * * *',
);
