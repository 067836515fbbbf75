import type { Receipt, UploadHandle } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { UnreadableSecret } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import type { RecordedUpload } from './delivery.ts';

interface StoredFile {
  owner_id: string;
  sha256: Buffer;
  size: number;
  mime_type: string | null;
  modified_at: Date | null;
}

/** The bytes of a document, which are stored here. */
export async function findStoredFile(db: Executor, documentId: string): Promise<StoredFile | undefined> {
  // size is never null here: it is recorded together with the hash.
  const { rows } = await sql<StoredFile>`select owner_id, sha256, stored_size as size, mime_type,
      remote_modified_at as modified_at
    from documents where id = ${documentId} and content = 'stored' and sha256 is not null`.execute(db);
  return rows[0];
}

/** The upload started at the source. One that can't be read any longer starts again. */
export async function findUpload({ db, keys, log }: Services, writeId: string): Promise<RecordedUpload | undefined> {
  const { rows } = await sql<Omit<RecordedUpload, 'handle'> & { secrets: Buffer }>`select secrets, name, size, revision,
      hashes, replaces from account_write_uploads where write_id = ${writeId}`.execute(db);
  if (!rows[0]) return undefined;
  const { secrets, ...upload } = rows[0];
  try {
    return { ...upload, handle: keys.unseal(secrets) as UploadHandle };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.warn({ err: error, writeId }, 'an upload can’t be decrypted and begins anew');
    return undefined;
  }
}

export async function recordBegun(
  { keys }: Services,
  tx: Executor,
  writeId: string,
  { handle, isNew, ...upload }: RecordedUpload,
): Promise<void> {
  if (isNew) await deleteUploadState(tx, writeId);
  await sql`insert into account_write_uploads (write_id, secrets, name, size, revision, hashes, replaces)
    values (${writeId}, ${keys.seal(handle)}, ${upload.name}, ${upload.size}, ${upload.revision},
      ${JSON.stringify(upload.hashes)}::jsonb, ${upload.replaces})
    on conflict (write_id) do update set secrets = excluded.secrets`.execute(tx);
}

/** Also deletes its receipts. */
export async function deleteUploadState(tx: Executor, writeId: string): Promise<void> {
  await sql`delete from account_write_uploads where write_id = ${writeId}`.execute(tx);
}

export async function recordReceipt(tx: Executor, writeId: string, receipt: Receipt): Promise<void> {
  await sql`insert into account_write_receipts (write_id, start, length, value)
    values (${writeId}, ${receipt.offset}, ${receipt.length}, ${receipt.value})
    on conflict (write_id, start) do update set length = excluded.length, value = excluded.value`.execute(tx);
}

export async function storedReceipts(db: Executor, writeId: string): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`select start as "offset", length, value from account_write_receipts
    where write_id = ${writeId} order by start`.execute(db);
  return rows;
}

/** From here on, a list of the account may contain the file. */
export async function holdListing(tx: Executor, writeId: string): Promise<void> {
  await sql`update account_writes set holds_listing = true, stamp = nextval('account_write_stamps')
    where id = ${writeId} and not holds_listing`.execute(tx);
}

export async function noteSent(db: Executor, writeId: string, bytes: number): Promise<void> {
  await sql`update account_writes set sent = ${bytes} where id = ${writeId}`.execute(db);
}
