import { ConnectorError, createHashTap, type RemoteId, type RemoteItem, type UploadHandle } from '@sheaf/connectors';
import { type Content, told } from './content.ts';
import { chunksOf } from './read-source.ts';
import type { Run, StoredUpload } from './run-context.ts';
import type { WorkItem } from './transfers.queries.ts';
import { type Proof, proofOf, same } from './verify.ts';

export interface Sent {
  item: RemoteItem;
  proof: Proof;
}

const hasCode = (error: unknown, ...codes: ConnectorError['code'][]) =>
  error instanceof ConnectorError && codes.includes(error.code);

/** From the first byte. What is begun is on record before anything is sent, so that nothing is left behind unknown. */
export async function send(
  run: Run,
  item: WorkItem,
  content: Content,
  to: { parentId: RemoteId | null; name: string; replaces: string | null },
): Promise<Sent> {
  await content.prepare();
  const { size, revision } = content;
  const handle = await run.to.writes.begin({
    parentId: to.parentId,
    name: to.name,
    size,
    mimeType: item.export_type ?? item.mime_type ?? 'application/octet-stream',
    ...(item.remote_modified_at && { modifiedAt: item.remote_modified_at }),
  });
  // Known only where all bytes have been read already.
  const hashes = content.hashes.sha256 === undefined ? {} : content.hashes;
  const upload: StoredUpload = { handle, name: to.name, size, revision, hashes, replaces: to.replaces };
  await run.ledger.begun(item.number, upload);
  run.uploads.set(item.number, upload);
  return sendFrom(run, item, content, upload, 0);
}

/** From where the destination says it stands. */
export async function sendFrom(
  run: Run,
  item: WorkItem,
  content: Content,
  upload: StoredUpload,
  from: number,
): Promise<Sent> {
  const { whole } = content;
  const handle =
    whole && whole.length <= run.to.chunkBytes
      ? await sendWhole(run, item, whole, upload, from)
      : await sendChunks(run, item, content, upload, from);
  return finish(run, content, { ...upload, handle });
}

/** A small file, which has been read and hashed already. */
async function sendWhole(run: Run, item: WorkItem, whole: Uint8Array, upload: StoredUpload, from: number) {
  const handle = await run.to.writes.put(upload.handle, { offset: from, bytes: whole.subarray(from), last: true });
  run.ledger.underWay(item.number, whole.length);
  if (handle !== upload.handle) await run.ledger.begun(item.number, { ...upload, handle });
  run.signal.throwIfAborted();
  return handle;
}

/** The next part is read while one is sent. */
async function sendChunks(
  run: Run,
  item: WorkItem,
  content: Content,
  upload: StoredUpload,
  from: number,
): Promise<UploadHandle> {
  const { to, ledger } = run;
  let handle = upload.handle;
  let offset = from;
  const first = await content.open(0);
  const tap = createHashTap([...content.algorithms, ...told(first)]);
  let opened: typeof first | null = first;
  const source = {
    size: content.size,
    async open(start: number) {
      const ready = start === 0 ? opened : null;
      opened = null;
      return ready ?? content.open(start);
    },
  };
  const chunks = chunksOf(source, { from, chunkBytes: to.chunkBytes, tap, borrow: content.borrow });
  try {
    for (let next = chunks.next(), last = false; !last; ) {
      const { value } = await next;
      const bytes = value ?? Buffer.alloc(0);
      const end = offset + bytes.length;
      last = end === content.size;
      next = last ? next : chunks.next();
      // Awaited in the next round; whatever happens before, it must not be a rejection that nobody hears.
      next.catch(() => {});
      handle = await to.writes.put(handle, { offset, bytes, last });
      offset = end;
      ledger.underWay(item.number, offset);
      if (handle !== upload.handle) await ledger.begun(item.number, { ...upload, handle });
      run.signal.throwIfAborted();
    }
    // To the end, where the source is held to what it told.
    await chunks.next();
    content.know(tap.hashes(), first.hashes);
    return handle;
  } finally {
    await chunks.return();
  }
}

/** The upload becomes a file, and the file is proved to be what the source has; else nothing of it stays. */
export async function finish(run: Run, content: Content, upload: StoredUpload): Promise<Sent> {
  const { to } = run;
  await content.hash('sha256');
  const expected = Object.fromEntries(content.algorithms.map((name) => [name, content.hashes[name]]));
  const asked = { size: upload.size, hashes: expected, open: true };
  const { opened, isReadBack, ...done } = await to.writes.finish(upload.handle, asked);
  const { hashes, whole } = content;
  const proof = isReadBack ? same(hashes.sha256!) : await proofOf(run, done, hashes, whole, opened);
  if (proof && done.size === upload.size) return { item: done, proof };
  await to.writes.delete(done.id);
  throw new ConnectorError('corrupt', `What arrived at ${to.label} is not what was sent.`);
}

/** Nothing stays of an upload that leads nowhere. */
export async function giveUp(run: Run, item: WorkItem): Promise<void> {
  const upload = run.uploads.get(item.number);
  if (!upload) return;
  await run.to.writes.abort(upload.handle).catch((error) => {
    // It is gone already, or out of our reach for good.
    if (!hasCode(error, 'not_found', 'forbidden', 'conflict')) throw error;
  });
  run.uploads.delete(item.number);
}
