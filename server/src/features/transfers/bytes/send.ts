import {
  ConnectorError,
  createHashTap,
  plainError,
  type RemoteId,
  type RemoteItem,
  type UploadHandle,
} from '@sheaf/connectors';
import type { StoredUpload } from '../ledger/ledger.ts';
import type { Sending, SentItem } from '../run/run-context.ts';
import { chunksOf } from './read-source.ts';
import { reportedAlgorithms, type SourceFile } from './source-file.ts';
import { type Proof, proofOf, same } from './verify.ts';

export interface Sent {
  item: RemoteItem;
  proof: Proof;
}

const hasCode = (error: unknown, ...codes: ConnectorError['code'][]) =>
  error instanceof ConnectorError && codes.includes(error.code);

/**
 * Sends from the first byte. The upload is recorded before anything is sent, so that nothing unknown is left behind.
 */
export async function send(
  run: Sending,
  item: SentItem,
  source: SourceFile,
  to: { parentId: RemoteId | null; name: string; replaces: string | null },
): Promise<Sent> {
  await source.prepare();
  const { size, revision } = source;
  const handle = await run.to.writes.begin({
    parentId: to.parentId,
    name: to.name,
    size,
    mimeType: item.export_type ?? item.mime_type ?? 'application/octet-stream',
    ...(item.remote_modified_at && { modifiedAt: item.remote_modified_at }),
  });
  // Known only if all bytes have been read already.
  const hashes = source.hashes.sha256 === undefined ? {} : source.hashes;
  const upload: StoredUpload = { handle, name: to.name, size, revision, hashes, replaces: to.replaces };
  await run.ledger.begun(item.number, { ...upload, isNew: true }).catch(async (error) => {
    await run.discard(handle);
    throw error;
  });
  run.uploads.set(item.number, upload);
  return sendFrom(run, item, source, upload, 0);
}

/** Continues from the offset that the destination reports. */
export async function sendFrom(
  run: Sending,
  item: SentItem,
  source: SourceFile,
  upload: StoredUpload,
  from: number,
): Promise<Sent> {
  const { whole } = source;
  const handle =
    whole && whole.length <= run.to.chunkBytes(whole.length)
      ? await sendWhole(run, item, whole, upload, from)
      : await sendChunks(run, item, source, upload, from);
  return finish(run, item, source, { ...upload, handle });
}

/** The destination has given the upload another handle. */
async function goOnAs(run: Sending, item: SentItem, upload: StoredUpload): Promise<void> {
  run.uploads.set(item.number, upload);
  await run.ledger.begun(item.number, upload);
}

/** A small file, which has been read and hashed already. */
async function sendWhole(run: Sending, item: SentItem, whole: Uint8Array, upload: StoredUpload, from: number) {
  const chunk = { offset: from, bytes: whole.subarray(from), last: true };
  const handle = await run.to.writes.put(upload.handle, chunk, run.receipts(item.number));
  run.ledger.underWay(item.number, whole.length);
  if (handle !== upload.handle) await goOnAs(run, item, { ...upload, handle });
  run.signal.throwIfAborted();
  return handle;
}

/** Reads the next part while one is being sent. */
async function sendChunks(
  run: Sending,
  item: SentItem,
  source: SourceFile,
  upload: StoredUpload,
  from: number,
): Promise<UploadHandle> {
  const { to, ledger } = run;
  let handle = upload.handle;
  let offset = from;
  const first = await source.open(0);
  const tap = createHashTap([...source.algorithms, ...reportedAlgorithms(first)]);
  let opened: typeof first | null = first;
  const readings = {
    size: source.size,
    async open(start: number) {
      const ready = start === 0 ? opened : null;
      opened = null;
      return ready ?? source.open(start);
    },
  };
  const chunks = chunksOf(readings, { from, chunkBytes: to.chunkBytes(source.size), tap, borrow: source.borrow });
  try {
    for (let next = chunks.next(), last = false; !last; ) {
      const { value } = await next;
      const bytes = value ?? Buffer.alloc(0);
      const end = offset + bytes.length;
      last = end === source.size;
      next = last ? next : chunks.next();
      // Awaited in the next round; until then it must not become an unhandled rejection.
      next.catch(() => {});
      const given = await to.writes.put(handle, { offset, bytes, last }, run.receipts(item.number));
      offset = end;
      ledger.underWay(item.number, offset);
      if (given !== handle) await goOnAs(run, item, { ...upload, handle: given });
      handle = given;
      run.signal.throwIfAborted();
    }
    // Reads to the end, where the bytes are compared with the hash reported by the source.
    await chunks.next();
    source.know(tap.hashes(), first.hashes);
    return handle;
  } finally {
    await chunks.return();
  }
}

/** Turns the upload into a file and verifies it against the source; otherwise nothing of it stays. */
export async function finish(run: Sending, item: SentItem, source: SourceFile, upload: StoredUpload): Promise<Sent> {
  const { to } = run;
  await source.hash('sha256');
  const expected = Object.fromEntries(source.algorithms.map((name) => [name, source.hashes[name]]));
  const asked = { size: upload.size, hashes: expected, open: true };
  const { opened, isReadBack, ...done } = await to.writes.finish(upload.handle, asked, run.receipts(item.number));
  const { hashes, whole } = source;
  const proof = isReadBack ? same(hashes.sha256!) : await proofOf(run, done, hashes, whole, opened);
  if (proof && done.size === upload.size) return { item: done, proof };
  await to.writes.delete(done.id);
  throw plainError('corrupt', `The copy in ${to.label} doesn’t match the original.`);
}

/** Removes an upload that can't be finished, or needn't be because the file to keep is there already. */
export async function giveUp(run: Sending, item: SentItem, keep?: RemoteId): Promise<void> {
  const upload = run.uploads.get(item.number);
  if (!upload) return;
  await run.to.writes.abort(upload.handle, keep).catch((error) => {
    // It is gone already, or inaccessible for good.
    if (!hasCode(error, 'not_found', 'forbidden', 'conflict')) throw error;
  });
  run.uploads.delete(item.number);
}
