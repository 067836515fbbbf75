import type { RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import {
  fetchAgain,
  freeName,
  insertFile,
  isProvisional,
  type Known,
  markDeleted,
  removeRefused,
  subtractMoved,
  takePlaces,
} from '../documents/index.ts';
import { ownFilesOf } from '../sources/index.ts';
import { dropLaterWrites, type Write } from './writes.queries.ts';

interface Row {
  organization_id: string;
  owner_id: string;
  name: string;
  mime_type: string | null;
  modified_at: Date | null;
  /** Like the size, null if the bytes aren't here. */
  sha256: Buffer | null;
  size: number | null;
  deleted: boolean;
}

/**
 * Keeps what was uploaded: a file that the app refused moves to My files, with its id, labels and shares. If it was to
 * replace another, that document is again what the app has, and the bytes become a new file in My files.
 */
export async function refuseUpload(tx: Executor, write: Write, known: Known, now: RemoteItem | null): Promise<void> {
  const { rows } =
    await sql<Row>`select organization_id, owner_id, name, mime_type, remote_modified_at as modified_at, sha256,
      stored_size as size, deleted_at is not null as deleted from documents where id = ${known.id}`.execute(tx);
  const row = rows[0]!;
  const isNew = isProvisional(known.remote_id);
  const kept = row.sha256 && (await keepInMyFiles(tx, write, { ...row, sha256: row.sha256, size: storedSize(row) }));
  if (!isNew) return fetchAgain(tx, known, now);
  await dropLaterWrites(tx, write);
  if (!kept) return removeRefused(tx, known);
  const move = [{ id: known.id, place: kept.documentId }];
  await subtractMoved(tx, known.account_id, move);
  await takePlaces(tx, move);
  if (row.deleted) await markDeleted(tx, kept.accountId, sql`id = ${known.id}`);
}

/** The size of stored bytes. If it is missing, the error rolls everything back, so that they aren't deleted. */
function storedSize({ size }: Row): number {
  if (size === null) throw new Error('An upload has bytes, but no size');
  return size;
}

async function keepInMyFiles(tx: Executor, write: Write, row: Row & { sha256: Buffer; size: number }) {
  const owner = { organizationId: row.organization_id, userId: row.owner_id };
  const accountId = await ownFilesOf(tx, owner);
  // Names are assigned under this lock.
  await sql`select from source_accounts where id = ${accountId} for update`.execute(tx);
  const place = { accountId, folderId: null };
  const name = await freeName(tx, place, row.name, false);
  const bytes = { mimeType: row.mime_type, modifiedAt: row.modified_at, revision: write.id, ...row };
  return { accountId, documentId: await insertFile(tx, owner, place, name, bytes) };
}
