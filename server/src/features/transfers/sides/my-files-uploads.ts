import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { plainError, type RemoteId, type RemoteItem, type UploadHandle } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { storeContent } from '../../../platform/blobs/index.ts';
import type { Services } from '../../../services.ts';
import { findByName, insertFile } from '../../documents/index.ts';
import { contentKey, roomLeft, touchBlobs } from '../../storage/index.ts';
import { columns, itemOf, locked, type Row } from './my-files-rows.ts';
import type { TransferAccount } from './side.ts';

interface Upload {
  parentId: RemoteId | null;
  name: string;
  size: number;
  mimeType: string;
  modifiedAt: string | null;
  place: string;
}

/** Bytes are collected beside the blobs; files sent in one part wait in memory. */
export function uploadsInto(
  services: Services,
  account: TransferAccount,
  find: (id: string, executor?: Executor) => Promise<Row>,
  signal: AbortSignal,
) {
  const { db, blobs } = services;
  const waiting = new Map<string, Uint8Array>();
  const uploadOf = (handle: UploadHandle) => JSON.parse(handle) as Upload;
  const pathOf = ({ place }: Upload) => join(blobs.spoolDir, `transfer-${place}`);
  const deleteReceived = async (upload: Upload) => {
    waiting.delete(upload.place);
    await rm(pathOf(upload), { force: true });
  };

  return {
    async begin(to: { parentId: RemoteId | null; name: string; size: number; mimeType: string; modifiedAt?: Date }) {
      if (to.size > (await roomLeft(services, account))) throw plainError('quota_full', 'Your plan’s storage is full.');
      const folderId = to.parentId && (await find(to.parentId)).id;
      if (await findByName(db, { accountId: account.id, folderId }, to.name))
        throw plainError('conflict', `Something is already named ${to.name}`);
      const upload: Upload = { ...to, modifiedAt: to.modifiedAt?.toISOString() ?? null, place: randomUUID() };
      return JSON.stringify(upload) as UploadHandle;
    },
    async received(handle: UploadHandle) {
      const upload = uploadOf(handle);
      const held = waiting.get(upload.place)?.length;
      return held ?? (await stat(pathOf(upload)).catch(() => null))?.size ?? 0;
    },
    async put(handle: UploadHandle, chunk: { offset: number; bytes: Uint8Array; last: boolean }) {
      const upload = uploadOf(handle);
      if (chunk.offset === 0 && chunk.last) {
        waiting.set(upload.place, chunk.bytes.slice());
        return handle;
      }
      const file = await open(pathOf(upload), chunk.offset === 0 ? 'w' : 'r+', 0o640);
      try {
        await file.truncate(chunk.offset);
        await writeAll(file, chunk);
      } finally {
        await file.close();
      }
      return handle;
    },
    async finish(handle: UploadHandle, expected: { size: number; hashes: { sha256?: string } }) {
      const upload = uploadOf(handle);
      const held = waiting.get(upload.place);
      const body = held ? Readable.from([held]) : createReadStream(pathOf(upload), { signal });
      try {
        const { sha256, size } = await storeContent(blobs, body, {
          keyOf: (hash) => contentKey(account.organizationId, hash),
          async check(read) {
            const isOther = expected.hashes.sha256 && expected.hashes.sha256 !== read.sha256.toString('hex');
            if (read.size !== expected.size || isOther) throw plainError('corrupt', `${upload.name} arrived damaged`);
            await touchBlobs(db, account.organizationId, [read]);
          },
        });
        return await locked(db, account, async (tx) => {
          const folderId = upload.parentId && (await find(upload.parentId, tx)).id;
          return place(tx, account, upload, folderId, { sha256, size });
        });
      } finally {
        await deleteReceived(upload);
      }
    },
    abort: (handle: UploadHandle) => deleteReceived(uploadOf(handle)),
  };
}

/** A write may end early, especially on a full disk; the next one fails with the reason. */
async function writeAll(file: FileHandle, { offset, bytes }: { offset: number; bytes: Uint8Array }): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
}

async function place(
  tx: Executor,
  account: TransferAccount,
  upload: Upload,
  folderId: string | null,
  { sha256, size }: { sha256: Buffer; size: number },
): Promise<RemoteItem> {
  const { name, mimeType } = upload;
  if (await findByName(tx, { accountId: account.id, folderId }, name))
    throw plainError('conflict', `Something is already named ${name}`);
  const owner = { organizationId: account.organizationId, userId: account.ownerId };
  const bytes = { mimeType, modifiedAt: upload.modifiedAt, revision: upload.place, sha256, size };
  const id = await insertFile(tx, owner, { accountId: account.id, folderId }, name, bytes);
  const { rows } = await sql<Row>`select ${columns} from documents where id = ${id}`.execute(tx);
  return itemOf(rows[0]!, upload.parentId);
}
