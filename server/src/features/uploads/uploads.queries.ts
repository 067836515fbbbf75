import type { UploadPolicy } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';

export type Outcome = 'created' | 'renamed' | 'replaced' | 'skipped';

export interface Upload {
  id: string;
  organization_id: string;
  user_id: string;
  account_id: string;
  parent_id: string | null;
  folders: string[];
  name: string;
  mime_type: string | null;
  modified_at: Date | null;
  policy: UploadPolicy;
  size: number;
  received: number;
  document_id: string | null;
  outcome: Outcome | null;
  expires_at: Date;
}

/** The viewer's own, in the organisation of the request. */
export async function findUpload(db: Executor, viewer: Member, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`select * from uploads where id = ${id} and user_id = ${viewer.id}
    and organization_id = ${viewer.membership.organizationId} and expires_at > now()`.execute(db);
  return rows[0];
}

export async function insertUpload(
  db: Executor,
  upload: Omit<Upload, 'received' | 'document_id' | 'outcome' | 'expires_at'>,
): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

/** Notes how far it is, and gives it another day; false where another process wrote meanwhile, or it is gone. */
export async function advance(db: Executor, id: string, from: number, to: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update uploads set received = ${to}, expires_at = now() + interval '1 day'
    where id = ${id} and received = ${from} and document_id is null`.execute(db);
  return numAffectedRows === 1n;
}

export async function lockUpload(tx: Executor, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`select * from uploads where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function closeUpload(tx: Executor, id: string, documentId: string, outcome: Outcome): Promise<void> {
  await sql`update uploads set document_id = ${documentId}, outcome = ${outcome} where id = ${id}`.execute(tx);
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Takes some that are past their time, at most as many as asked for; answers which. */
export async function deleteExpired(db: Executor, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from uploads where id in (
    select id from uploads where expires_at < now() order by expires_at limit ${most} for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function isKnown(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from uploads where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** What is on its way: how many of this person, and the bytes of the whole organisation that no document counts yet. */
export async function underWay(db: Executor, viewer: Member): Promise<{ mine: number; bytes: number }> {
  const { rows } = await sql<{
    mine: number;
    bytes: number;
  }>`select count(*) filter (where user_id = ${viewer.id}) as mine,
      coalesce(sum(size), 0)::bigint as bytes from uploads
    where organization_id = ${viewer.membership.organizationId} and document_id is null and expires_at > now()`.execute(
    db,
  );
  return rows[0]!;
}
