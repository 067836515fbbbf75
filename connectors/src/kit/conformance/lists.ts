import { describe, expect, it } from 'vitest';
import type { FileReads, RemoteItem, Scope } from '../session.ts';
import { expectSame, Mirror } from './mirror.ts';
import { expectHashesOf } from './reported-hashes.ts';
import { bytesOf, oddNames } from './samples.ts';
import { browseAll, type Suite } from './suite.ts';
import type { Path } from './world.ts';

const encoder = new TextEncoder();

/** Tests that a complete listing is exactly what the source holds. */
export function describeListing(suite: () => Suite): void {
  describe('lists', () => {
    it('files of every size with their kinds, sizes, hashes, times and parents', async () => {
      const { files, outside, freshFolder, find } = suite();
      const { path, id } = await freshFolder();
      const before = Date.now();
      await outside.mkdir([...path, 'inner']);
      await outside.mkdir([...path, 'empty']);
      const contents = new Map([0, 1, 5000, 70_000].map((size) => [`${size}.bin`, bytesOf(size)]));
      for (const [name, bytes] of contents) await outside.write([...path, 'inner', name], bytes);

      const mirror = await enumerated(files, { mode: 'all' });
      await expectSame(mirror, outside, []);
      const items = [...mirror.items.values()];
      const inner = items.find((item) => item.parentId === id && item.name === 'inner')!;
      for (const [name, bytes] of contents) {
        const item = items.find((candidate) => candidate.parentId === inner.id && candidate.name === name)!;
        expect(item).toMatchObject({ kind: 'file', size: bytes.length });
        expectHashesOf(bytes, item.hashes);
        expect(item.revision).not.toBe('');
        if (item.modifiedAt !== null) expect(Math.abs(item.modifiedAt.getTime() - before)).toBeLessThan(3_600_000);
      }
      expect(inner).toMatchObject({ kind: 'folder', size: null });
      expect((await find(path)).parentId).toBeNull();
    });

    it('odd names unchanged', async () => {
      const { connector, files, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      const names = oddNames(connector.manifest.names);
      for (const name of names) {
        await outside.write([...path, name], encoder.encode(name));
        await outside.mkdir([...path, `${name.slice(0, 50).trim()} d`]);
        await outside.write([...path, `${name.slice(0, 50).trim()} d`, 'inside.txt'], encoder.encode(name));
      }
      const mirror = await enumerated(files, { mode: 'selected', roots: [id] });
      await expectSame(mirror, outside, path);
    });

    it('twenty levels', async () => {
      const { files, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      let deepest: Path = path;
      for (let level = 1; level <= 20; level++) {
        deepest = [...deepest, `level ${level}`];
        await outside.mkdir(deepest);
      }
      await outside.write([...deepest, 'treasure.txt'], encoder.encode('x'));
      const mirror = await enumerated(files, { mode: 'selected', roots: [id] });
      await expectSame(mirror, outside, path);
    });

    it('only selected folders and everything below them', async () => {
      const { files, outside, freshFolder } = suite();
      const [first, left, second] = [await freshFolder(), await freshFolder(), await freshFolder()];
      for (const { path } of [first, left, second]) {
        await outside.mkdir([...path, 'inner']);
        await outside.write([...path, 'inner', 'a.txt'], encoder.encode('a'));
      }
      const mirror = await enumerated(files, { mode: 'selected', roots: [first.id, second.id] });
      const names = [...mirror.items.values()].map((item) => item.name).sort();
      expect(names).toEqual(['a.txt', 'a.txt', first.path[0], 'inner', 'inner', second.path[0]].sort());
    });

    it('a folder page by page, and one item, with the same fields', async () => {
      const { files, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      await outside.mkdir([...path, 'inner']);
      for (let at = 0; at < 30; at++) await outside.write([...path, `${at}.txt`], encoder.encode(`${at}`));
      const listed = await enumerated(files, { mode: 'selected', roots: [id] });
      const browsed = await browseAll(files, id);
      expect(browsed.map((item) => item.name).sort()).toEqual(
        ['inner', ...Array.from({ length: 30 }, (_, at) => `${at}.txt`)].sort(),
      );
      for (const item of browsed) expect(comparable(item)).toEqual(comparable(listed.items.get(item.id)!));
      for (const item of browsed.slice(0, 3)) expect(comparable(await files.stat(item.id))).toEqual(comparable(item));
      expect((await browseAll(files, null)).map((item) => item.name)).toContain(path[0]);
    });
  });
}

async function enumerated(files: FileReads, scope: Scope): Promise<Mirror> {
  const mirror = new Mirror();
  for await (const batch of files.enumerate(scope, { from: null, signal: new AbortController().signal })) {
    expect(batch.failures).toEqual([]);
    mirror.take(batch);
  }
  return mirror;
}

/** The fields that must be the same whichever call returned the item. */
const comparable = ({ id, parentId, name, kind, size, modifiedAt, revision, hashes }: RemoteItem) => ({
  id,
  parentId,
  name,
  kind,
  size,
  modifiedAt,
  revision,
  hashes,
});
