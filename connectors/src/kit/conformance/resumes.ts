import { beforeAll, describe, expect, it } from 'vitest';
import type { Batch, Checkpoint, FileReads, RemoteId, RemoteItem, Scope } from '../session.ts';
import { expectSame, Mirror } from './mirror.ts';
import { expectStopped } from './stops.ts';
import type { Suite } from './suite.ts';
import type { Path } from './world.ts';

const FOLDERS = 36;
const FILES_EACH = 30;
/** The number of checkpoints that are tried at a source with small pages. */
const MAX_RESUMED = 8;
const MAX_CHECKPOINT_BYTES = 16 * 1024;
const encoder = new TextEncoder();

/** Tests that an interrupted enumeration resumes where it stopped. */
export function describeResuming(suite: () => Suite): void {
  describe('a listing of many pages', () => {
    let scope: Scope;
    let path: Path;
    beforeAll(async () => {
      const { outside, freshFolder } = suite();
      const folder = await freshFolder();
      path = folder.path;
      scope = { mode: 'selected', roots: [folder.id] };
      for (let at = 0; at < FOLDERS; at++) {
        await outside.mkdir([...path, `folder ${at}`]);
        const names = Array.from({ length: FILES_EACH }, (_, file) => `${file}.txt`);
        const write = (name: string) => outside.write([...path, `folder ${at}`, name], encoder.encode(`${at} ${name}`));
        await Promise.all(names.map(write));
      }
    });

    it('comes in several batches with small checkpoints', async () => {
      const batches = await batchesOf(suite().files, scope);
      expect(batches.length).toBeGreaterThan(1);
      for (const { checkpoint } of batches) {
        expect(checkpoint).not.toBe('');
        expect(Buffer.byteLength(checkpoint)).toBeLessThanOrEqual(MAX_CHECKPOINT_BYTES);
      }
    });

    it('is completed from every checkpoint by a session without any other state', async () => {
      const { files, outside, reopened } = suite();
      const batches = await batchesOf(files, scope);
      const step = Math.ceil(batches.length / MAX_RESUMED);
      for (const [at, { checkpoint }] of batches.entries()) {
        if (at % step !== 0 && at !== batches.length - 1) continue;
        const mirror = new Mirror();
        for (const batch of batches.slice(0, at + 1)) mirror.take(batch);
        for (const batch of await batchesOf(reopened().files!, scope, checkpoint)) mirror.take(batch);
        await expectSame(mirror, outside, path);
      }
    });

    it.each(['selected', 'all'])('stops in the middle when it is aborted: %s', async (mode) => {
      const aborted = new AbortController();
      const given = mode === 'all' ? { mode } : scope;
      const listing = suite().files.enumerate(given as Scope, { from: null, signal: aborted.signal });
      const batches = listing[Symbol.asyncIterator]();
      expect((await batches.next()).done).toBe(false);
      aborted.abort();
      const readOn = async () => {
        // One batch that was already requested may still arrive.
        if (!(await batches.next()).done) await batches.next();
      };
      await expectStopped(readOn());
    });

    it('misses nothing if it skips unchanged folders', async () => {
      const { files, outside, freshFolder } = suite();
      const folder = await freshFolder();
      const inner = [...folder.path, 'changing'];
      await outside.mkdir(inner);
      await outside.mkdir([...folder.path, 'resting']);
      for (const place of ['changing', 'resting'])
        for (let at = 0; at < 5; at++) await outside.write([...folder.path, place, `${at}.txt`], encoder.encode('old'));
      const chosen: Scope = { mode: 'selected', roots: [folder.id] };
      const before = new Mirror();
      for (const batch of await batchesOf(files, chosen)) before.take(batch);

      await outside.write([...inner, '3.txt'], encoder.encode('newer'));
      await outside.remove([...inner, '4.txt']);
      const known = async (ids: readonly RemoteId[]) =>
        new Map(ids.flatMap((id) => (before.items.has(id) ? [[id, before.items.get(id)!.revision] as const] : [])));
      const after = new Mirror();
      for (const batch of await batchesOf(files, chosen, null, known)) {
        for (const id of batch.unchanged)
          after.take({ items: [...before.items.values()].filter((item) => before.isBelow(item.id, id)) });
        after.take(batch);
      }
      await expectSame(after, outside, folder.path);
    });
  });
}

async function batchesOf(
  files: FileReads,
  scope: Scope,
  from: Checkpoint | null = null,
  known?: (ids: readonly RemoteId[]) => Promise<ReadonlyMap<RemoteId, string>>,
): Promise<Batch<RemoteItem>[]> {
  const batches: Batch<RemoteItem>[] = [];
  const signal = new AbortController().signal;
  for await (const batch of files.enumerate(scope, { from, signal, ...(known && { known }) })) {
    expect(batch.failures).toEqual([]);
    batches.push(batch);
  }
  return batches;
}
