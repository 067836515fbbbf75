import { describe, expect, it } from 'vitest';
import type { RemoteId } from '../session.ts';
import { expectHashesOf } from './reported-hashes.ts';
import { bytesOf, oddNames } from './samples.ts';
import { browseAll, expectFailure, readAll, type Suite } from './suite.ts';

const encoder = new TextEncoder();

/** Tests that downloads return exactly what the source holds. */
export function describeReading(suite: () => Suite): void {
  describe('reads', () => {
    it('no item with an unknown id', async () => {
      await expectFailure(suite().files.stat('no such id' as RemoteId), 'not_found');
      await expectFailure(suite().files.download('no such id' as RemoteId), 'not_found');
      await expectFailure(suite().files.browse('no such id' as RemoteId, null), 'not_found');
    });

    it.each([0, 1, 70_000, 3_000_001])('a file of %i bytes', async (size) => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      const bytes = bytesOf(size, 7);
      await outside.write([...path, 'file.bin'], bytes);
      const item = await find([...path, 'file.bin']);
      const download = await files.download(item.id);
      expect(download).toMatchObject({ startsAt: 0, revision: item.revision });
      if (download.size !== null) expect(download.size).toBe(size);
      const read = Buffer.concat(await download.body.toArray());
      expect(read.equals(bytes)).toBe(true);
      expectHashesOf(bytes, download.hashes);
    });

    it.each<[string, { start: number; end?: number }]>([
      ['from the middle to the end', { start: 60_000 }],
      ['a piece, its end included', { start: 10, end: 9_999 }],
      ['the first byte', { start: 0, end: 0 }],
      ['the last byte', { start: 99_999 }],
    ])('%s, or all of it where the source ignores ranges', async (_, range) => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      const bytes = bytesOf(100_000, 3);
      await outside.write([...path, 'file.bin'], bytes);
      const { body, startsAt, size } = await files.download((await find([...path, 'file.bin'])).id, { range });
      const read = Buffer.concat(await body.toArray());
      expect([0, range.start]).toContain(startsAt);
      if (size !== null) expect(size).toBe(bytes.length);
      const isComplete = startsAt === 0 && read.length === bytes.length;
      const expected = isComplete
        ? bytes
        : bytes.subarray(range.start, range.end === undefined ? undefined : range.end + 1);
      expect(read.equals(expected)).toBe(true);
    });

    it('files with odd names', async () => {
      const { connector, files, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      for (const name of oddNames(connector.manifest.names))
        await outside.write([...path, name], encoder.encode(`I am ${name}`));
      for (const item of await browseAll(files, id))
        expect((await readAll(files, item.id)).toString()).toBe(`I am ${item.name}`);
    });

    it('the current contents of a changed file, with another revision', async () => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      await outside.write([...path, 'file.txt'], encoder.encode('before'));
      const before = await find([...path, 'file.txt']);
      await outside.write([...path, 'file.txt'], encoder.encode('afterwards'));
      const after = await files.download(before.id);
      expect(Buffer.concat(await after.body.toArray()).toString()).toBe('afterwards');
      expect(after.revision).not.toBe(before.revision);
    });

    it('nothing of a deleted file', async () => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      await outside.write([...path, 'file.txt'], encoder.encode('x'));
      const { id } = await find([...path, 'file.txt']);
      await outside.remove([...path, 'file.txt']);
      await expectFailure(files.stat(id), 'not_found');
      await expectFailure(files.download(id), 'not_found');
      await expectFailure(files.download(id, { range: { start: 1 } }), 'not_found');
    });

    it('nothing of a folder', async () => {
      const { files, freshFolder } = suite();
      await expectFailure(files.download((await freshFolder()).id));
    });
  });
}

/** Tests that items without bytes of their own are exported as files that other programs can open. */
export function describeExport(suite: () => Suite): void {
  describe('exports', () => {
    it('a native item in each form it offers', async () => {
      const { files, world, freshFolder, find } = suite();
      const { path } = await freshFolder();
      const item = await find(await world.addNative!(path));
      expect(item).toMatchObject({ kind: 'native', size: null });
      expect(item.exports!.length).toBeGreaterThan(0);
      for (const mimeType of item.exports!) {
        const { body } = await files.export!(item.id, mimeType);
        expect(Buffer.concat(await body.toArray()).length).toBeGreaterThan(0);
      }
    });

    it('no item that doesn’t exist', async () => {
      await expectFailure(suite().files.export!('no such id' as RemoteId, 'application/pdf'), 'not_found');
    });
  });
}
