import { randomUUID } from 'node:crypto';
import { ConnectorError } from '../../kit/errors.ts';
import type { Expected, FileWrites, Finished, Receipts, RemoteId } from '../../kit/session.ts';
import { fileOf } from '../adapt.ts';
import type { Bucket } from '../bucket.ts';
import { deleteObject } from '../delete-objects.ts';
import type { Destinations } from '../destinations.ts';
import { parentOf } from '../keys.ts';
import { elementText } from '../protocol/documents.ts';
import { unlessTaken } from './conditions.ts';
import { handleOf, headersOf, type Upload, uploadOf } from './handle.ts';
import {
  abortParts,
  completeRequest,
  createParts,
  etagOfParts,
  expectUpload,
  putPart,
  unfinishedParts,
} from './parts.ts';
import { createRememberedReceipts, endOf, withoutGap } from './receipts.ts';
import { sendWhole } from './whole.ts';

type Uploads = Pick<FileWrites, 'begin' | 'received' | 'put' | 'finish' | 'abort'>;

const MAX_WHOLE_BYTES = 8 * 1024 * 1024;

/** Sends small files in one request at the end, large ones in parts that the store assembles. */
export function createUploads(bucket: Bucket, destinations: Destinations): Uploads {
  const waiting = new Map<string, Uint8Array>();
  const remembered = createRememberedReceipts();
  /** The number of bytes from the start that this session has sent and the store has verified. */
  const proved = new Map<string, number>();
  /** The ETags of files that this session’s uploads have definitely become. */
  const made = new Map<string, string>();

  /** Uploads started in this session, and not announced to the store yet. */
  const fresh = new Set<string>();

  const receiptsOf = ({ place }: Upload, given: Receipts | undefined) => given ?? remembered.of(place);

  /** A process killed before it recorded the store’s id has left an upload that only the store knows. */
  async function dropUnknown({ id, place, othersUntil }: Upload): Promise<void> {
    if (fresh.delete(place) || othersUntil === undefined) return;
    for (const { uploadId, begunAt } of (await unfinishedParts(bucket, id)) ?? [])
      if (begunAt > othersUntil) await abortParts(bucket, id, uploadId);
  }

  async function start(upload: Upload): Promise<Upload> {
    await dropUnknown(upload);
    return { ...upload, uploadId: await createParts(bucket, upload.id, headersOf(upload)) };
  }

  function deleteState({ place }: Upload): void {
    waiting.delete(place);
    remembered.delete(place);
    proved.delete(place);
  }

  async function drop(upload: Upload): Promise<void> {
    deleteState(upload);
    if (upload.uploadId === null) await dropUnknown(upload);
    else await abortParts(bucket, upload.id, upload.uploadId);
  }

  async function complete(upload: Upload & { uploadId: string }, etags: readonly string[]): Promise<void> {
    // Hours may have passed since the start, and not every store that ignores the condition reports that.
    await destinations.expectFree(upload.id);
    const request = completeRequest(bucket, upload.id, upload.uploadId, etags);
    const send = (headers: Record<string, string>, accept: readonly number[]) =>
      bucket.gateway.document({ ...request, headers: { ...request.headers, ...headers }, accept });
    try {
      const { document } = await unlessTaken(destinations, bucket.gateway.features, upload.id, send);
      made.set(upload.place, elementText(document, 'ETag')?.replaceAll('"', '') ?? '');
    } catch (error) {
      // The upload may have been completed before, with its answer lost.
      const mayBeDone = error instanceof ConnectorError && ['not_found', 'conflict'].includes(error.code);
      const etag = mayBeDone ? etagOfParts(etags) : null;
      if (etag === null || (await bucket.head(upload.id))?.etag !== etag) throw error;
    }
  }

  async function finishParts(upload: Upload & { uploadId: string }, expected: Expected, receipts: Receipts) {
    const parts = withoutGap(await receipts.all());
    if (endOf(parts) !== expected.size) throw new ConnectorError('corrupt', 'Not all parts of the file arrived.');
    const etags = parts.map(({ value }) => value);
    await complete(upload, etags);
    const stored = await bucket.head(upload.id);
    if (stored === null) throw new ConnectorError('unavailable', 'The store doesn’t show the file that it took.');
    if (stored.size !== expected.size) {
      await deleteObject(bucket, upload.id);
      throw new ConnectorError('corrupt', 'The store has other bytes than were sent.');
    }
    const isProved = stored.etag === etagOfParts(etags) && proved.get(upload.place) === expected.size;
    const isReadBack = isProved && expected.open === true;
    deleteState(upload);
    return { ...fileOf(upload.id, stored), ...(isReadBack && { isReadBack }) } satisfies Finished;
  }

  async function finishWhole(upload: Upload, expected: Expected): Promise<Finished> {
    const bytes = waiting.get(upload.place);
    if (bytes?.length !== expected.size) throw new ConnectorError('corrupt', 'Not all bytes of the file arrived.');
    const item = await sendWhole(bucket, destinations, upload, bytes, expected, (etag) => made.set(upload.place, etag));
    await drop(upload);
    return item;
  }

  return {
    async begin({ parentId, name, size, mimeType, modifiedAt }) {
      const id: RemoteId = await destinations.inside(parentId, name);
      await destinations.expectFree(id);
      const modified = modifiedAt && { modified: modifiedAt.getTime() / 1000 };
      const upload: Upload = { id, size, mimeType, ...modified, uploadId: null, place: randomUUID() };
      if (size <= MAX_WHOLE_BYTES) return handleOf(upload);
      const others = await unfinishedParts(bucket, id);
      fresh.add(upload.place);
      return handleOf({
        ...upload,
        ...(others && { othersUntil: Math.max(0, ...others.map(({ begunAt }) => begunAt)) }),
      });
    },

    async received(handle, receipts) {
      const upload = uploadOf(handle);
      const held = waiting.get(upload.place);
      if (held !== undefined || upload.uploadId === null) return held?.length ?? 0;
      await expectUpload(bucket, upload.id, upload.uploadId);
      return endOf(withoutGap(await receiptsOf(upload, receipts).all()));
    },

    async put(handle, { offset, bytes, last }, given) {
      const upload = uploadOf(handle);
      if (offset === 0 && last) {
        waiting.set(upload.place, bytes.slice());
        return handle;
      }
      if (bytes.length === 0) return handle;
      const { uploadId, ...rest } = upload.uploadId === null ? await start(upload) : upload;
      const receipts = receiptsOf(upload, given);
      const size = offset === 0 ? bytes.length : ((await receipts.all())[0]?.length ?? 0);
      if (offset % size !== 0 || bytes.length > size || (!last && bytes.length < size))
        throw new ConnectorError('conflict', `The upload doesn’t stand at ${offset}`);
      const { etag, isProved } = await putPart(bucket, upload.id, uploadId!, offset / size + 1, bytes);
      await receipts.keep({ offset, length: bytes.length, value: etag });
      const before = offset === 0 ? 0 : (proved.get(upload.place) ?? -1);
      if (isProved && before === offset) proved.set(upload.place, offset + bytes.length);
      return upload.uploadId === null ? handleOf({ ...rest, uploadId }) : handle;
    },

    async finish(handle, expected, receipts) {
      const upload = uploadOf(handle);
      try {
        const { uploadId } = upload;
        const isWhole = uploadId === null || waiting.has(upload.place);
        const item = isWhole
          ? await finishWhole(upload, expected)
          : await finishParts({ ...upload, uploadId }, expected, receiptsOf(upload, receipts));
        destinations.exists(parentOf(upload.id));
        made.delete(upload.place);
        return item;
      } catch (error) {
        const isFinal = error instanceof ConnectorError && (error.code === 'corrupt' || error.code === 'conflict');
        if (isFinal) await drop(upload);
        throw error;
      }
    },

    async abort(handle, keep) {
      const upload = uploadOf(handle);
      await drop(upload);
      const etag = made.get(upload.place);
      made.delete(upload.place);
      // Deletes it only while it is unchanged: a later file of that name belongs to somebody else.
      if (etag && upload.id !== keep && (await bucket.head(upload.id))?.etag === etag)
        await deleteObject(bucket, upload.id, etag);
    },
  };
}
