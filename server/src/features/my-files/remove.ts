import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { mustFindAll } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { markDeleted, signActivity, unmarkDeleted } from '../catalog/index.ts';
import { accountOfOwn, lockFiles } from './my-files.ts';
import { freeName } from './names.ts';

/** With all below. The rows stay for a day, and with them the bytes; nobody sees them. */
export async function deleteDocuments({ db }: Services, viewer: Member, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const accountId = await accountOfOwn(tx, viewer, ids, 'document_ids');
    await lockFiles(tx, viewer, accountId);
    await markDeleted(tx, accountId, sql`id = any(${[...ids]}::uuid[])`);
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
  const found = rows.map(({ id }) => id);
  mustFindAll(ids, found, { one: 'document', many: 'documents', field: 'document_ids' });
  return rows;
}

async function restore(tx: Executor, viewer: Member, { id, account_id, folder_id, name, kind }: Deleted) {
  const place = { accountId: account_id, folderId: folder_id };
  const free = await freeName(tx, place, name, kind === 'folder');
  await unmarkDeleted(tx, id, place, free);
  await signActivity(tx, viewer, id);
}
