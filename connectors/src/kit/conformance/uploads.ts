import { describe, expect, it } from 'vitest';
import type { Manifest } from '../connector.ts';
import { createHashTap, type Hashes } from '../hashes/hashes.ts';
import type { FileWrites, Receipt, Receipts, RemoteId, RemoteItem, UploadHandle } from '../session.ts';
import { expectHashesOf } from './reported-hashes.ts';
import { bytesOf, oddNames } from './samples.ts';
import { browseAll, expectFailure, readAll, type Suite } from './suite.ts';

const encoder = new TextEncoder();
/** Large enough for more than one chunk at every source, small enough to be quick. */
const SMALLEST_CHUNK = 256 * 1024;
const MAX_HANDLE_BYTES = 16 * 1024;

/** Tests that an upload arrives completely or leaves nothing behind. */
export function describeUploads(suite: () => Suite): void {
  describe('uploads', () => {
    it.each(['nothing', 'a few bytes', 'several chunks'])('%s', async (what) => {
      const { connector, files, writes, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      const chunk = chunkSize(connector.manifest);
      const bytes = bytesOf(what === 'nothing' ? 0 : what === 'a few bytes' ? 12 : chunk * 2 + 1000, 5);
      const item = await send(writes, id, 'sent.bin', bytes, chunk);
      expect(item).toMatchObject({ name: 'sent.bin', kind: 'file', size: bytes.length, parentId: id });
      expectHashesOf(bytes, item.hashes);
      expect(await outside.list(path)).toEqual([
        { path: [...path, 'sent.bin'], kind: 'file', bytes: expect.anything() },
      ]);
      expect((await readAll(files, item.id)).equals(bytes)).toBe(true);
      expect(await files.stat(item.id)).toEqual(item);
    });

    it('odd names, including at the top', async () => {
      const { connector, writes, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      const names = oddNames(connector.manifest.names);
      for (const name of names) await send(writes, id, name, encoder.encode(name));
      const top = await send(writes, null, 'at the top.txt', encoder.encode('top'));
      expect(top.parentId).toBeNull();
      const held = await outside.list(path);
      expect(held.map((entry) => entry.path.at(-1)).sort()).toEqual(names.sort());
    });

    it('the modification time, if the source keeps it', async () => {
      const { world, writes, files, freshFolder } = suite();
      const { id } = await freshFolder();
      const modifiedAt = new Date('2019-03-04T05:06:07Z');
      const item = await send(writes, id, 'old.txt', encoder.encode('old'), SMALLEST_CHUNK, { modifiedAt });
      if (world.keepsModifiedAt) expect((await files.stat(item.id)).modifiedAt).toEqual(modifiedAt);
    });

    it.each(['with its receipts', 'whose receipts are lost'])(
      'the rest after an interruption, from the offset that the source reports: %s',
      async (kind) => {
        const { connector, files, outside, reopened, freshFolder } = suite();
        const { path, id } = await freshFolder();
        const chunk = chunkSize(connector.manifest);
        const bytes = bytesOf(chunk * 3 + 10, 9);
        const crashed = reopened();
        let receipts = createReceipts();
        let handle = await crashed.writes!.begin(target(id, 'resumed.bin', bytes));
        const first = { offset: 0, bytes: bytes.subarray(0, chunk), last: false };
        handle = await crashed.writes!.put(handle, first, receipts);
        expect(Buffer.byteLength(handle)).toBeLessThanOrEqual(MAX_HANDLE_BYTES);
        await crashed[Symbol.asyncDispose]();

        if (kind === 'whose receipts are lost') receipts = createReceipts();
        const restarted = reopened().writes!;
        const received = await restarted.received(handle, receipts);
        expect([0, chunk]).toContain(received);
        expect(await browseAll(files, id)).toEqual([]);
        handle = await putFrom(restarted, handle, bytes, received, chunk, receipts);
        // A resuming transfer engine has read all bytes again, so it knows their hashes.
        const item = await restarted.finish(
          handle,
          { size: bytes.length, hashes: hashesOf(connector.manifest, bytes) },
          receipts,
        );
        expect((await outside.list(path)).map((held) => held.path.at(-1))).toEqual(['resumed.bin']);
        expect((await readAll(files, item.id)).equals(bytes)).toBe(true);
      },
    );

    it('chunks of the smallest allowed size, each recorded before the next', async () => {
      const { connector, reopened, writes, freshFolder } = suite();
      const { minChunk, chunkMultiple, maxChunks = 3 } = connector.manifest.upload!;
      if (minChunk === undefined) return;
      expect(minChunk % chunkMultiple).toBe(0);
      expect(maxChunks).toBeGreaterThanOrEqual(3);
      const { id } = await freshFolder();
      const bytes = bytesOf(minChunk * 2 + 1, 4);
      const receipts = createReceipts();
      let handle = await writes.begin(target(id, 'smallest.bin', bytes));
      for (const [at, offset] of [0, minChunk, minChunk * 2].entries()) {
        const chunk = { offset, bytes: bytes.subarray(offset, offset + minChunk), last: at === 2 };
        handle = await writes.put(handle, chunk, receipts);
        const end = Math.min(offset + minChunk, bytes.length);
        expect(await reopened().writes!.received(handle, receipts)).toBe(end);
      }
      const item = await reopened().writes!.finish(
        handle,
        { size: bytes.length, hashes: hashesOf(connector.manifest, bytes) },
        receipts,
      );
      expect(item).toMatchObject({ name: 'smallest.bin', size: bytes.length });
    });

    it('nothing more after an abort, even a repeated one', async () => {
      const { connector, writes, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      const chunk = chunkSize(connector.manifest);
      const bytes = bytesOf(chunk * 2, 2);
      let handle = await writes.begin(target(id, 'aborted.bin', bytes));
      handle = await writes.put(handle, { offset: 0, bytes: bytes.subarray(0, chunk), last: false });
      await writes.abort(handle);
      await writes.abort(handle);
      // A server may take a moment to detect a cut connection and to clean up.
      await expect.poll(async () => (await outside.list(path)).map((held) => held.path)).toEqual([]);
    });

    it('nothing with an unexpected size', async () => {
      const { writes, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      const bytes = bytesOf(1000);
      const handle = await putFrom(writes, await writes.begin(target(id, 'wrong.bin', bytes)), bytes);
      await expectFailure(writes.finish(handle, { size: 1001, hashes: {} }), 'corrupt');
      const opening = await putFrom(writes, await writes.begin(target(id, 'opened.bin', bytes)), bytes);
      await expectFailure(writes.finish(opening, { size: 1001, hashes: {}, open: true }), 'corrupt');
      expect(await outside.list(path)).toEqual([]);
    });

    it('the same item for a caller that reads it back at once, perhaps already opened', async () => {
      const { connector, files, writes, freshFolder } = suite();
      const { id } = await freshFolder();
      const chunk = chunkSize(connector.manifest);
      const bytes = bytesOf(chunk + 10);
      const handle = await putFrom(writes, await writes.begin(target(id, 'opened.txt', bytes)), bytes, 0, chunk);
      const {
        opened,
        isReadBack: _,
        ...item
      } = await writes.finish(handle, { size: bytes.length, hashes: {}, open: true });
      expect(item).toEqual((await browseAll(files, id))[0]);
      if (opened) expect(Buffer.concat(await opened.body.toArray()).equals(bytes)).toBe(true);
    });

    it('nothing with an unexpected hash, if the source reports one', async () => {
      const { writes, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      const bytes = bytesOf(1000);
      const item = await send(writes, id, 'right.bin', bytes);
      const wrong = Object.fromEntries(Object.entries(item.hashes).map(([name, hash]) => [name, reverse(hash)]));
      if (Object.keys(wrong).length === 0) return;
      const handle = await putFrom(writes, await writes.begin(target(id, 'wrong.bin', bytes)), bytes);
      await expectFailure(writes.finish(handle, { size: 1000, hashes: wrong }), 'corrupt');
      expect((await outside.list(path)).map((held) => held.path.at(-1))).toEqual(['right.bin']);
    });

    it('nothing over another file, where names are unique', async () => {
      const { connector, writes, outside, freshFolder } = suite();
      if (!connector.manifest.uniqueNames) return;
      const { path, id } = await freshFolder();
      const theirs = encoder.encode('theirs');
      await outside.write([...path, 'taken.txt'], theirs);
      await expectFailure(send(writes, id, 'taken.txt', encoder.encode('ours')), 'conflict');
      const held = await outside.list(path);
      expect(held.map((entry) => Buffer.from(entry.bytes!).toString())).toEqual(['theirs']);
    });

    it('nothing into a deleted folder', async () => {
      const { writes, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      await outside.remove(path);
      await expectFailure(send(writes, id, 'lost.txt', encoder.encode('x')), 'not_found', 'conflict');
    });
  });
}

function hashesOf({ hashes }: Manifest, bytes: Uint8Array): Hashes {
  const tap = createHashTap(hashes.slice(0, 1));
  tap.update(bytes);
  return tap.hashes();
}

const reverse = (hash: string) => [...hash].toReversed().join('');

function chunkSize({ upload }: Manifest): number {
  const { chunkMultiple, minChunk = 0, maxChunk } = upload!;
  return Math.min(maxChunk, Math.ceil(Math.max(SMALLEST_CHUNK, minChunk) / chunkMultiple) * chunkMultiple);
}

/** The state that the transfer engine stores in its database. */
function createReceipts(): Receipts {
  const kept = new Map<number, Receipt>();
  return {
    async keep(receipt) {
      kept.set(receipt.offset, receipt);
    },
    all: async () => [...kept.values()].sort((a, b) => a.offset - b.offset),
  };
}

const target = (parentId: RemoteId | null, name: string, bytes: Uint8Array, more: { modifiedAt?: Date } = {}) => ({
  parentId,
  name,
  size: bytes.length,
  mimeType: 'application/octet-stream',
  ...more,
});

/** Uploads as the transfer engine does: whatever the size, exactly one put is the last. */
async function putFrom(
  writes: FileWrites,
  begun: UploadHandle,
  bytes: Uint8Array,
  from = 0,
  chunk = SMALLEST_CHUNK,
  receipts?: Receipts,
) {
  let handle = begun;
  let offset = from;
  let last = false;
  while (!last) {
    const end = Math.min(offset + chunk, bytes.length);
    last = end === bytes.length;
    handle = await writes.put(handle, { offset, bytes: bytes.subarray(offset, end), last }, receipts);
    offset = end;
  }
  return handle;
}

export async function send(
  writes: FileWrites,
  parentId: RemoteId | null,
  name: string,
  bytes: Uint8Array,
  chunk = SMALLEST_CHUNK,
  more: { modifiedAt?: Date } = {},
): Promise<RemoteItem> {
  const begun = await writes.begin(target(parentId, name, bytes, more));
  const handle = await putFrom(writes, begun, bytes, 0, chunk);
  return writes.finish(handle, { size: bytes.length, hashes: {} });
}
