import { describe, expect, it } from 'vitest';
import type { Capability, Connector } from '../connector.ts';
import { expectFailure, readAll, type Suite } from './suite.ts';
import { send } from './uploads.ts';
import type { Held } from './world.ts';

const encoder = new TextEncoder();
const text = encoder.encode('text');
const allAccess = ({ auth }: Connector) => (auth.kind === 'oauth2' ? (auth.more ?? []).map(({ key }) => key) : []);
const names = (held: readonly Held[]) => held.map(({ path }) => path.slice(1).join('/')).sort();

/** Tests that folders and files are created, moved, copied and removed. */
export function describeArranging(suite: () => Suite, can: (capability: Capability) => boolean): void {
  describe('arranges', () => {
    it('makes a folder once, however often it is requested', async () => {
      const { writes, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      const made = await writes.mkdir(id, 'new & fine #1');
      expect(made).toMatchObject({ kind: 'folder', name: 'new & fine #1', parentId: id });
      expect((await writes.mkdir(id, 'new & fine #1')).id).toBe(made.id);
      expect(names(await outside.list(path))).toEqual(['new & fine #1']);
      await send(writes, made.id, 'inside.txt', text);
      expect(names(await outside.list(path))).toEqual(['new & fine #1', 'new & fine #1/inside.txt']);
    });

    it('makes no folder over a file, where names are unique', async () => {
      const { connector, writes, outside, freshFolder } = suite();
      if (!connector.manifest.uniqueNames) return;
      const { path, id } = await freshFolder();
      await outside.write([...path, 'taken'], text);
      await expectFailure(writes.mkdir(id, 'taken'), 'conflict');
    });

    it('deletes a file, a full folder, and an item that is already gone', async () => {
      const { writes, outside, freshFolder, find } = suite();
      const { path, id } = await freshFolder();
      await outside.write([...path, 'file.txt'], text);
      await outside.write([...path, 'stays.txt'], text);
      await outside.mkdir([...path, 'full']);
      await outside.mkdir([...path, 'full', 'deeper']);
      await outside.write([...path, 'full', 'deeper', 'in it.txt'], text);
      for (const name of ['file.txt', 'full']) {
        const item = await find([...path, name]);
        await writes.delete(item.id);
        await writes.delete(item.id);
      }
      expect(names(await outside.list(path))).toEqual(['stays.txt']);
      await writes.delete(id);
    });

    it.runIf(can('writes.trash'))('trashes a file and a folder', async () => {
      const { writes, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      await outside.write([...path, 'file.txt'], text);
      await outside.mkdir([...path, 'folder']);
      for (const name of ['file.txt', 'folder']) await writes.trash!((await find([...path, name])).id);
      expect(await outside.list(path)).toEqual([]);
    });

    it.runIf(can('writes.restore'))('restores what is in the trash, and what is back already', async () => {
      const { connector, files, writes, outside, freshFolder, find } = suite();
      const { path, id } = await freshFolder();
      await outside.write([...path, 'file.txt'], text);
      await outside.mkdir([...path, 'full']);
      await outside.write([...path, 'full', 'inside.txt'], text);
      for (const name of ['file.txt', 'full']) {
        const item = await find([...path, name]);
        const about = { id: item.id, isFolder: name === 'full', access: allAccess(connector) };
        if (connector.manifest.cannotRestore?.(about)) continue;
        await writes.trash!(item.id);
        expect(await writes.restore!(item.id)).toMatchObject({ id: item.id, name, parentId: id });
        await writes.restore!(item.id);
        expect(await files.stat(item.id)).toMatchObject({ name });
      }
      expect(names(await outside.list(path))).toEqual(['file.txt', 'full', 'full/inside.txt']);
    });

    it.runIf(can('writes.restore'))('restores to the top what was in a folder that is gone', async () => {
      const { connector, writes, outside, freshFolder, find } = suite();
      const { path, id } = await freshFolder();
      const name = `${path.at(-1)} left over.txt`;
      await outside.write([...path, name], text);
      const item = await find([...path, name]);
      if (connector.manifest.cannotRestore?.({ id: item.id, isFolder: false, access: allAccess(connector) })) return;
      await writes.trash!(item.id);
      await writes.trash!(id);
      const restored = await writes.restore!(item.id);
      expect(restored).toMatchObject({ name, parentId: null });
      await writes.delete(restored.id);
    });

    describe.runIf(can('writes.move'))('moves', () => {
      it.each(['file', 'folder'])('a %s: renamed, moved, and both at once', async (kind) => {
        const { connector, files, writes, outside, freshFolder, find } = suite();
        const { path } = await freshFolder();
        await outside.mkdir([...path, 'other']);
        if (kind === 'folder') await outside.mkdir([...path, 'thing']);
        await outside.write([...path, 'thing', ...(kind === 'folder' ? ['inside.txt'] : [])], text);
        const [other, thing] = [await find([...path, 'other']), await find([...path, 'thing'])];
        const inside = kind === 'folder' ? ['inside.txt'] : [];

        const renamed = await writes.move!(thing.id, { name: 'thing two' });
        expect(renamed).toMatchObject({ name: 'thing two', parentId: thing.parentId, kind });
        const moved = await writes.move!(renamed.id, { parentId: other.id });
        expect(moved).toMatchObject({ name: 'thing two', parentId: other.id });
        const back = await writes.move!(moved.id, { parentId: thing.parentId!, name: 'thing three' });
        expect(back).toMatchObject({ name: 'thing three', parentId: thing.parentId });
        if (connector.manifest.stableIds) expect(back.id).toBe(thing.id);
        expect(names(await outside.list(path))).toEqual(
          ['other', 'thing three', ...inside.map((name) => `thing three/${name}`)].sort(),
        );
        if (kind === 'file') expect((await readAll(files, back.id)).toString()).toBe('text');
      });

      it('a file to the top and back', async () => {
        const { writes, outside, freshFolder, find } = suite();
        const { path, id } = await freshFolder();
        const name = `${path.at(-1)} up.txt`;
        await outside.write([...path, 'a.txt'], text);
        const up = await writes.move!((await find([...path, 'a.txt'])).id, { parentId: null, name });
        expect(up).toMatchObject({ name, parentId: null });
        expect(names(await outside.list(path))).toEqual([]);
        expect(await writes.move!(up.id, { parentId: id, name: 'b.txt' })).toMatchObject({
          name: 'b.txt',
          parentId: id,
        });
        expect(names(await outside.list(path))).toEqual(['b.txt']);
      });

      it('nothing over another file, where names are unique', async () => {
        const { connector, writes, outside, freshFolder, find } = suite();
        if (!connector.manifest.uniqueNames) return;
        const { path } = await freshFolder();
        await outside.write([...path, 'a.txt'], encoder.encode('a'));
        await outside.write([...path, 'b.txt'], encoder.encode('b'));
        await expectFailure(writes.move!((await find([...path, 'a.txt'])).id, { name: 'b.txt' }), 'conflict');
        const held = await outside.list(path);
        expect(held.map(({ bytes }) => Buffer.from(bytes!).toString()).sort()).toEqual(['a', 'b']);
      });

      it('no deleted item', async () => {
        const { writes, outside, freshFolder, find } = suite();
        const { path } = await freshFolder();
        await outside.write([...path, 'a.txt'], text);
        const { id } = await find([...path, 'a.txt']);
        await outside.remove([...path, 'a.txt']);
        await expectFailure(writes.move!(id, { name: 'b.txt' }), 'not_found');
      });
    });

    it.runIf(can('writes.copy'))('copies a file', async () => {
      const { files, writes, outside, freshFolder, find } = suite();
      const { path, id } = await freshFolder();
      await outside.mkdir([...path, 'other']);
      await outside.write([...path, 'a.txt'], text);
      const [file, other] = [await find([...path, 'a.txt']), await find([...path, 'other'])];
      const copy = await writes.copy!(file.id, { parentId: other.id, name: 'b.txt' });
      expect(copy).toMatchObject({ name: 'b.txt', parentId: other.id, size: text.length });
      expect(copy.id).not.toBe(file.id);
      expect((await readAll(files, copy.id)).toString()).toBe('text');
      await writes.copy!(file.id, { parentId: id, name: 'c.txt' });
      expect(names(await outside.list(path))).toEqual(['a.txt', 'c.txt', 'other', 'other/b.txt']);
    });
  });
}
