import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ConnectorError, type RemoteId, type RemoteItem, type UploadHandle } from '@sheaf/connectors';
import { documentFormat, documentType } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { storeContent } from '../../platform/blobs/index.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { contentKey, roomLeft, touchBlobs } from '../sync/index.ts';
import { count, findByName } from '../uploads/index.ts';
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

/** Bytes grow beside the blobs; what comes in one piece waits in memory. */
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
  const forget = async (upload: Upload) => {
    waiting.delete(upload.place);
    await rm(pathOf(upload), { force: true });
  };

  return {
    async begin(to: { parentId: RemoteId | null; name: string; size: number; mimeType: string; modifiedAt?: Date }) {
      if (to.size > (await roomLeft(db, account)))
        throw new ConnectorError('quota_full', 'The storage of your plan is full.');
      const folderId = to.parentId && (await find(to.parentId)).id;
      if (await findByName(db, { accountId: account.id, folderId }, to.name))
        throw new ConnectorError('conflict', `There is something called ${to.name} already`);
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
        await file.write(chunk.bytes, 0, chunk.bytes.length, chunk.offset);
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
            if (read.size !== expected.size || isOther)
              throw new ConnectorError('corrupt', `${upload.name} arrived with other bytes than were sent`);
            await touchBlobs(db, account.organizationId, [read]);
          },
        });
        return await locked(db, account, async (tx) => {
          const folderId = upload.parentId && (await find(upload.parentId, tx)).id;
          return place(tx, account, upload, folderId, { sha256, size });
        });
      } finally {
        await forget(upload);
      }
    },
    abort: (handle: UploadHandle) => forget(uploadOf(handle)),
  };
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
    throw new ConnectorError('conflict', `There is something called ${name} already`);
  const id = newId();
  const { rows } =
    await sql<Row>`insert into documents (id, organization_id, account_id, owner_id, remote_id, parent_id, name,
      kind, type, format, mime_type, size, revision, listing, remote_modified_at, content, sha256, stored_size)
    values (${id}, ${account.organizationId}, ${account.id}, ${account.ownerId}, ${id}, ${folderId}::uuid, ${name}, 'file',
      ${documentType(name, mimeType)}, ${documentFormat(name, mimeType)}, ${mimeType}, ${size}, ${upload.place}, 0,
      ${upload.modifiedAt ?? new Date()}, 'stored', ${sha256}, ${size})
    returning ${columns}`.execute(tx);
  await count(tx, account.id, { files: 1, bytes: size });
  return itemOf(rows[0]!, upload.parentId);
}
