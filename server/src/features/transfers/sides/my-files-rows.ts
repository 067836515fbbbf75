import type { RemoteId, RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { TransferAccount } from './side.ts';

export interface Row {
  id: string;
  remote_id: string;
  name: string;
  kind: 'file' | 'folder';
  mime_type: string | null;
  size: number | null;
  revision: string;
  sha256: Buffer | null;
  remote_modified_at: Date | null;
}

export const columns = sql`id, remote_id, name, kind, mime_type, coalesce(stored_size, size) as size, revision, sha256, remote_modified_at`;

export const itemOf = (row: Row, parentId: RemoteId | null): RemoteItem => ({
  id: row.remote_id as RemoteId,
  parentId,
  name: row.name,
  kind: row.kind,
  mimeType: row.mime_type,
  size: row.kind === 'folder' ? null : row.size,
  modifiedAt: row.remote_modified_at,
  revision: row.revision,
  hashes: row.sha256 ? { sha256: row.sha256.toString('hex') } : {},
});

/** Runs changes of names one after another. */
export const locked = <T>(db: Executor, { id }: TransferAccount, work: (tx: Executor) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select 1 from source_accounts where id = ${id} for update`.execute(tx);
    return work(tx);
  });
