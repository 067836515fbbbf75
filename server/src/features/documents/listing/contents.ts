import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { wantTexts } from '../../passages/index.ts';

/** Bytes that were fetched when the document had the revision `listed`. */
export interface StoredContent {
  id: string;
  listed: string;
  revision: string;
  sha256: Buffer;
  size: number;
}

/** Documents that changed since their bytes were requested stay pending. The text of the others is read soon. */
export async function recordContents(tx: Executor, contents: readonly StoredContent[]): Promise<void> {
  const rows = contents.map(({ sha256, ...row }) => ({ ...row, sha256: sha256.toString('hex') }));
  await sql`update documents d set content = 'stored', sha256 = decode(x.sha256, 'hex'), stored_size = x.size,
      revision = x.revision, wanted_at = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, listed text, revision text, sha256 text, size bigint)
    where d.id = x.id and d.revision = x.listed`.execute(tx);
  await wantTexts(
    tx,
    contents.map(({ id }) => id),
  );
}

export async function recordFailedContents(tx: Executor, ids: readonly string[]): Promise<void> {
  await sql`update documents set content = 'failed' where id = any(${[...ids]}::uuid[]) and content = 'pending'`.execute(
    tx,
  );
}

/** Marks failed contents as pending again. `remoteIds` is a query of one column. */
export async function retryContents(db: Executor, accountId: string, remoteIds: RawBuilder<unknown>): Promise<void> {
  await sql`update documents set content = 'pending'
    where account_id = ${accountId} and content = 'failed' and remote_id in (${remoteIds})`.execute(db);
}

/** Moves bytes that someone is waiting for to the front. Returns the account that has to fetch them. */
export async function wantContent(
  tx: Executor,
  id: string,
): Promise<{ id: string; organization_id: string } | undefined> {
  const { rows } = await sql<{ id: string; organization_id: string }>`with wanted as (
      update documents set wanted_at = now() where id = ${id} and content in ('pending', 'failed') returning account_id)
    select c.id, c.organization_id from wanted join source_accounts c on c.id = wanted.account_id
    where c.status in ('connected', 'error') and c.secrets is not null`.execute(tx);
  return rows[0];
}

/** Clears the revisions of these folders and all folders above them, so that the next listing reads them. */
export async function clearRevisionsAround(
  tx: Executor,
  accountId: string,
  remoteIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`with recursive around as (
      select d.id, d.parent_remote_id from documents d where d.account_id = ${accountId} and d.remote_id in (${remoteIds})
      union
      select d.id, d.parent_remote_id from documents d join around a on d.remote_id = a.parent_remote_id
      where d.account_id = ${accountId})
    update documents d set revision = '' from around where d.id = around.id and d.kind = 'folder'`.execute(tx);
}
