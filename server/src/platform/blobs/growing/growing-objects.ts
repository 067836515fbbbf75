import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { isUuid } from '../../uuid.ts';
import type { BlobStore } from '../blob-store.ts';
import { storeContent } from '../content.ts';
import { unfinishedUploads } from '../s3/s3-leftovers.ts';
import type { StoreOptions } from '../stored-content.ts';
import { BytesLost, type Certain, type GrowingBlob, type GrowingBlobs, type Leftover } from './growing-blobs.ts';
import { createPartBuffer } from './part-buffer.ts';
import { isNoSuchUpload, multipartOf, type StoredPart } from './s3-multipart.ts';
import { createSlots } from './slots.ts';

/** Incomplete blobs are stored below this prefix: `uploads/<id>/…`. */
export const GROWING_PREFIX = 'uploads/';

/** S3 allows 10,000 part numbers: most are for bytes, the rest for epochs, each of which leaves one out. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_FOR_BYTES = 9_000;
const partBytesOf = (size: number) => Math.max(PART_BYTES, Math.ceil(size / PARTS_FOR_BYTES));

/** A part is in memory only while it is sent. */
const PARTS_SENT_AT_ONCE = 4;
const inSlot = createSlots(PARTS_SENT_AT_ONCE);

/** How many are listed at a time when leftovers are searched; ids sort by age. */
const LISTED_AT_MOST = 10_000;

/** The record of a blob: parts of a multipart upload, and the rest, too small for a part, as an object. */
interface S3Pieces {
  upload?: string;
  parts: StoredPart[];
  tail?: { key: string; size: number };
}

const folderOf = (id: string) => `${GROWING_PREFIX}${id}/`;
const wholeOf = (id: string) => `${folderOf(id)}whole`;
const piecesOf = ({ pieces }: GrowingBlob): S3Pieces => (pieces ? (pieces as unknown as S3Pieces) : { parts: [] });

/** Multipart uploads straight into the bucket. Only an incomplete part is kept on this machine. */
export function growingObjects(
  client: S3Client,
  Bucket: string,
  prefix: string,
  store: Omit<BlobStore, 'growing'>,
): GrowingBlobs {
  const multipart = multipartOf(client, Bucket);
  const removeBelow = async (id: string) => {
    for await (const { Key, UploadId } of unfinishedUploads(client, Bucket, prefix + folderOf(id)))
      await multipart.abort(Key, UploadId);
    for await (const { key } of store.list(folderOf(id))) await store.delete(key);
  };

  return {
    async begin() {},

    // An older version kept its bytes on the disk of one machine.
    isThere: async ({ received, pieces }) => received === 0 || pieces !== null,

    async append(blob) {
      const { id, size, epoch } = blob;
      const known = piecesOf(blob);
      const parts = [...known.parts];
      const partBytes = partBytesOf(size);
      const buffer = createPartBuffer(store.spoolDir);
      let { upload, tail } = known;
      let replacedTail: string | undefined;
      let inParts = blob.received - (tail?.size ?? 0);
      let isDirty = false;
      if (tail) await readTail(store, tail, buffer.add);

      const sendPart = async () => {
        try {
          upload ??= await multipart.create(prefix + wholeOf(id));
          const number = parts.length + 1 + epoch;
          const sent = buffer.size;
          parts.push(
            await inSlot(async () => multipart.putPart(prefix + wholeOf(id), upload!, number, await buffer.bytes())),
          );
          inParts += sent;
        } catch (error) {
          isDirty = true;
          throw isNoSuchUpload(error) ? new BytesLost('The parts of an upload are gone', { cause: error }) : error;
        }
        buffer.clear();
        replacedTail ??= tail?.key;
        tail = undefined;
      };
      const certain = (): Certain => ({
        received: inParts + (tail?.size ?? 0),
        pieces: { ...(upload && { upload }), parts: [...parts], ...(tail && { tail }) },
      });
      return {
        async write(chunk) {
          const room = partBytes - buffer.size;
          if (chunk.length <= room) {
            await buffer.add(chunk);
            return false;
          }
          await buffer.add(chunk.subarray(0, room));
          await sendPart();
          await buffer.add(chunk.subarray(room));
          return true;
        },
        certain: async () => certain(),
        async settle() {
          if (buffer.size === (tail?.size ?? 0)) return certain();
          if (parts.length > 0 && inParts + buffer.size === size) await sendPart();
          else {
            const key = folderOf(id) + randomUUID();
            await inSlot(async () => store.putAll([{ key, bytes: await buffer.bytes() }]));
            replacedTail ??= tail?.key;
            tail = { key, size: buffer.size };
          }
          return certain();
        },
        async recorded() {
          if (replacedTail) await store.delete(replacedTail).catch(() => {});
          replacedTail = undefined;
        },
        get storeNow() {
          return parts.length === 0 && buffer.size === size
            ? (options: StoreOptions) => storeContent(store, buffer.stream(), options)
            : null;
        },
        get isDirty() {
          return isDirty;
        },
        close: buffer.close,
      };
    },

    async store(blob, options) {
      const { parts, tail, upload } = piecesOf(blob);
      if (!upload) {
        const found = tail && (await store.get(tail.key));
        if (!found && blob.size > 0) throw new BytesLost('The bytes of an upload are gone');
        return storeContent(store, found?.body ?? Readable.from([]), options);
      }
      const whole = wholeOf(blob.id);
      if (!(await store.head(whole)))
        await multipart.complete(prefix + whole, upload, parts).catch((error: unknown) => {
          throw isNoSuchUpload(error) ? new BytesLost('The parts of an upload are gone', { cause: error }) : error;
        });
      const content = await hashOf(store, whole);
      await options.check?.(content);
      await multipart.copy(prefix + whole, prefix + options.keyOf(content.sha256), content.size);
      return content;
    },

    async remove(blob, { unclean }) {
      const { upload, tail } = piecesOf(blob);
      if (unclean) return removeBelow(blob.id);
      if (tail) await store.delete(tail.key);
      if (!upload) return;
      await multipart.abort(prefix + wholeOf(blob.id), upload);
      await store.delete(wholeOf(blob.id));
    },

    async *leftovers(before) {
      yield* atMost(LISTED_AT_MOST, oldObjects(store, before));
      yield* atMost(LISTED_AT_MOST, oldUploads(before));
    },
  };

  async function* oldUploads(before: Date): AsyncGenerator<Leftover> {
    for await (const { Key, UploadId, initiated } of unfinishedUploads(client, Bucket, prefix + GROWING_PREFIX)) {
      const id = idIn(Key.slice(prefix.length));
      if (id && initiated < before) yield { id, remove: () => multipart.abort(Key, UploadId) };
    }
  }
}

async function* oldObjects(store: Pick<BlobStore, 'list' | 'delete'>, before: Date): AsyncGenerator<Leftover> {
  for await (const { key, modifiedAt } of store.list(GROWING_PREFIX)) {
    const id = idIn(key);
    if (id && modifiedAt < before) yield { id, remove: () => store.delete(key) };
  }
}

function idIn(key: string): string | null {
  const id = key.split('/')[1] ?? '';
  return isUuid(id) ? id : null;
}

async function* atMost<T>(max: number, all: AsyncIterable<T>): AsyncGenerator<T> {
  let seen = 0;
  for await (const one of all) {
    yield one;
    seen += 1;
    if (seen === max) return;
  }
}

async function readTail(
  store: Pick<BlobStore, 'get'>,
  { key, size }: { key: string; size: number },
  add: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const found = await store.get(key);
  if (found?.size !== size) {
    found?.body.destroy();
    throw new BytesLost('The end of an upload is gone');
  }
  for await (const chunk of found.body as AsyncIterable<Buffer>) await add(chunk);
}

/**
 * Hashes what is read back from the bucket, so that the hash is that of the stored bytes, whichever processes sent the
 * pieces.
 */
async function hashOf(store: Pick<BlobStore, 'get'>, key: string): Promise<{ sha256: Buffer; size: number }> {
  const found = await store.get(key);
  if (!found) throw new BytesLost('The parts of an upload are gone');
  const hash = createHash('sha256');
  await pipeline(found.body, hash);
  return { sha256: hash.digest(), size: found.size };
}
