import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { accountOfOwn, count, lockFiles, signActivity } from './my-files.ts';
import { freeName } from './names.ts';

interface Counted {
  files: number;
  bytes: number;
}

/** With all below. The rows stay for a day, and with them the bytes; nobody sees them. */
export async function deleteDocuments({ db }: Services, viewer: Member, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const accountId = await accountOfOwn(tx, viewer, ids);
    await lockFiles(tx, viewer, accountId);
    const { rows } = await sql<Counted>`with recursive below as (
        select id from documents where id = any(${[...ids]}::uuid[]) and deleted_at is null
        union
        select d.id from documents d join below b on d.parent_id = b.id where d.deleted_at is null
      ), gone as (
        update documents d set deleted_at = now() from below where d.id = below.id returning d.kind, d.stored_size
      )
      select count(*) filter (where kind <> 'folder') as files, coalesce(sum(stored_size), 0)::bigint as bytes from gone`.execute(
      tx,
    );
    await count(tx, accountId, { files: -rows[0]!.files, bytes: -rows[0]!.bytes });
  });
}

interface Deleted {
  id: string;
  account_id: string;
  name: string;
  kind: string;
  /** The folder it comes back into; null where that is gone: the top. */
  folder_id: string | null;
  deleted: boolean;
}

/** Back where they were, with what was deleted along with them; where the name was taken meanwhile, under another. */
export async function restoreDocuments({ db }: Services, viewer: Member, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const accounts = new Set((await findDeleted(tx, viewer, ids)).map(({ account_id }) => account_id));
    for (const accountId of [...accounts].sort()) await lockFiles(tx, viewer, accountId);
    // One after another: each may take the name or give the folder of the next.
    for (const id of ids) {
      const [found] = await findDeleted(tx, viewer, [id]);
      if (found!.deleted) await restore(tx, viewer, found!);
    }
  });
}

async function findDeleted(tx: Executor, viewer: Member, ids: readonly string[]): Promise<Deleted[]> {
  const { rows } = await sql<Deleted>`select d.id, d.account_id, d.name, d.kind, p.id as folder_id,
      d.deleted_at is not null as deleted
    from documents d join source_accounts c on c.id = d.account_id and c.source = ${uploadsSource}
    left join documents p on p.id = d.parent_id and p.deleted_at is null
    where d.id = any(${[...ids]}::uuid[]) and d.owner_id = ${viewer.id}
      and d.organization_id = ${viewer.membership.organizationId}`.execute(tx);
  if (rows.length !== new Set(ids).size) throw notFound(ids.length === 1 ? 'This document' : 'One of these documents');
  return rows;
}

async function restore(tx: Executor, viewer: Member, { id, account_id, folder_id, name, kind }: Deleted) {
  const free = await freeName(tx, { accountId: account_id, folderId: folder_id }, name, kind === 'folder');
  const { rows } = await sql<Counted>`with recursive below as (
      select id, deleted_at from documents where id = ${id}
      union
      select d.id, d.deleted_at from documents d join below b on d.parent_id = b.id and d.deleted_at = b.deleted_at
    ), back as (
      update documents d set deleted_at = null,
        name = case when d.id = ${id} then ${free} else d.name end,
        parent_id = case when d.id = ${id} then ${folder_id}::uuid else d.parent_id end
      from below where d.id = below.id returning d.kind, d.stored_size
    )
    select count(*) filter (where kind <> 'folder') as files, coalesce(sum(stored_size), 0)::bigint as bytes from back`.execute(
    tx,
  );
  await signActivity(tx, viewer, id);
  await count(tx, account_id, rows[0]!);
}

/** Hourly: what was deleted more than a day ago goes for good; its bytes with the sweeper. */
export const purgeDeleted = onJob(
  jobType<object>('uploads.purge-deleted'),
  async (_, { db }, signal) => {
    for (let purged = 1; purged > 0 && !signal.aborted; ) {
      const { numAffectedRows } = await sql`delete from documents where id in (
        select id from documents where deleted_at < now() - interval '1 day' order by deleted_at limit 1000)`.execute(
        db,
      );
      purged = Number(numAffectedRows ?? 0);
    }
  },
  '23 * * * *',
);
