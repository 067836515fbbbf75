import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueueSelected, hasLiveJob, jobType, onJob } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { lockAccountsOf, refreshAccessOf } from '../access/index.ts';

/** A share that is being filled or ended, by document and principal. */
interface Walk {
  documentId: string;
  principalId: string;
}

const walkJob = jobType<Walk>('sharing.walk');

/** The number of documents handled by the request itself. */
const fewDocuments = 1000;
/** A request for the same account waits for at most one batch. */
const documentsAtOnce = 500;
const foldersAtOnce = 100;
const maxAttempts = 25;

/** Whether these documents, with everything below them, are more than a request should wait for. */
export async function areMany(tx: Executor, documentIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`with recursive below as (
      select unnest(${[...documentIds]}::uuid[]) as id
      union
      select d.id from below cross join lateral (
        select id from documents where parent_id = below.id limit ${fewDocuments + 1}) d)
    select count(*) as count from (select 1 from below limit ${fewDocuments + 1}) few`.execute(tx);
  return rows[0]!.count > fewDocuments;
}

/**
 * Called when these shares changed to filling or ending: access to the folders themselves is updated at once, that to
 * their content in the background. A walk in progress starts again.
 */
export async function startWalks(tx: Executor, walks: readonly Walk[]): Promise<void> {
  if (walks.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(walks)}::jsonb) as x ("documentId" uuid, "principalId" uuid)`;
  await sql`delete from share_walks w using ${given} where w.document_id = x."documentId" and w.principal_id = x."principalId"`.execute(
    tx,
  );
  await sql`insert into share_walks (document_id, principal_id) select "documentId", "principalId" from ${given}`.execute(
    tx,
  );
  await sql`insert into share_walk_folders (document_id, principal_id, folder_id)
    select "documentId", "principalId", "documentId" from ${given}`.execute(tx);
  await refreshAccessOf(tx, [...new Set(walks.map(({ documentId }) => documentId))]);
  await enqueueSelected(
    tx,
    walkJob,
    sql`select to_json(x) as payload, 'share-walk ' || "documentId" || ' ' || "principalId" as queue from ${given}`,
    { maxAttempts },
  );
}

interface Row {
  state: string;
  at_folder: string;
  at_document: string;
}

/**
 * A batch in each transaction: updates the access to the content of the next folders from the shares, which is right
 * whatever else changed meanwhile. A killed job resumes there.
 */
export const walkShares = onSlicedJob(walkJob, async ({ db }, { documentId, principalId }) => {
  const mine = sql`document_id = ${documentId} and principal_id = ${principalId}`;
  // Once, and without the account's lock, which no one should have to wait for.
  await sql`update share_walks set total = (with recursive below as (
      select id from documents where parent_id = ${documentId}
      union
      select d.id from below join documents d on d.parent_id = below.id) select count(*) from below)
    where ${mine} and total is null`.execute(db);
  return db.transaction().execute(async (tx) => {
    await lockAccountsOf(tx, [documentId]);
    const { rows } = await sql<Row>`select s.state, w.at_folder, w.at_document
      from share_walks w join document_shares s using (document_id, principal_id)
      where ${mine} for update of w`.execute(tx);
    const [walk] = rows;
    if (!walk) return false;
    if (await walkOn(tx, { documentId, principalId }, walk)) return true;
    if (walk.state === 'ending') {
      await sql`update document_shares set state = 'ended' where ${mine}`.execute(tx);
      await sql`delete from document_shares where ${mine}`.execute(tx);
    } else {
      await sql`update document_shares set state = 'live' where ${mine}`.execute(tx);
      await sql`delete from share_walks where ${mine}`.execute(tx);
    }
    return false;
  });
});

/** Handles the next documents of the next folders; false if none are left. */
async function walkOn(
  tx: Executor,
  { documentId, principalId }: Walk,
  { at_folder, at_document }: Row,
): Promise<boolean> {
  const mine = sql`document_id = ${documentId} and principal_id = ${principalId}`;
  const folders = await sql<{ id: string }>`select folder_id as id from share_walk_folders
    where ${mine} order by folder_id limit ${foldersAtOnce}`.execute(tx);
  if (folders.rows.length === 0) return false;
  const open = folders.rows.map(({ id }) => id);
  const { rows } = await sql<{ id: string; folder_id: string; is_folder: boolean }>`
    select d.id, f.id as folder_id, d.kind = 'folder' as is_folder from unnest(${open}::uuid[]) f (id)
    cross join lateral (select id, kind from documents where parent_id = f.id
      and (f.id <> ${at_folder} or id > ${at_document}) order by id limit ${documentsAtOnce}) d
    order by f.id, d.id limit ${documentsAtOnce}`.execute(tx);
  const last = rows.length === documentsAtOnce ? rows.at(-1)! : null;
  await refreshAccessOf(
    tx,
    rows.map(({ id }) => id),
  );
  const done = last ? open.filter((id) => id < last.folder_id) : open;
  await sql`delete from share_walk_folders where ${mine} and folder_id = any(${done}::uuid[])`.execute(tx);
  const inside = rows.filter(({ is_folder }) => is_folder).map(({ id }) => id);
  await sql`insert into share_walk_folders (document_id, principal_id, folder_id)
    select ${documentId}, ${principalId}, unnest(${inside}::uuid[]) on conflict do nothing`.execute(tx);
  await sql`update share_walks set processed = processed + ${rows.length},
      at_folder = coalesce(${last?.folder_id ?? null}, at_folder), at_document = coalesce(${last?.id ?? null}, at_document)
    where ${mine}`.execute(tx);
  return true;
}

/** The progress of sharing these documents, in percent, by principal; finished ones are left out. */
export async function sharingProgress(db: Executor, documentIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; percent: number }>`select w.principal_id as id,
      least(99, coalesce(floor(100.0 * sum(w.processed) / nullif(sum(w.total), 0)), 0))::int as percent
    from share_walks w join document_shares s using (document_id, principal_id)
    where w.document_id = any(${[...documentIds]}::uuid[]) and s.state = 'filling' group by w.principal_id`.execute(db);
  return new Map(rows.map(({ id, percent }) => [id, percent]));
}

/** Every five minutes: adds a new job for each walk whose job was lost or has used up its attempts. */
export const resumeWalks = onJob(
  jobType<object>('sharing.resume-walks'),
  async (_, { db }) => {
    const queue = sql<string>`'share-walk ' || w.document_id || ' ' || w.principal_id`;
    await enqueueSelected(
      db,
      walkJob,
      sql`select json_build_object('documentId', w.document_id, 'principalId', w.principal_id) as payload, ${queue} as queue
        from share_walks w where not ${hasLiveJob(queue)}`,
      { maxAttempts },
    );
  },
  '*/5 * * * *',
);
