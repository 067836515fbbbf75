import { describe, expect, it } from 'vitest';
import type { Change, ChangeFeed, Cursor, RemoteItem } from '../session.ts';
import { expectSame, Mirror } from './mirror.ts';
import { expectFailure, type Suite } from './suite.ts';
import type { Outside, Path } from './world.ts';

const encoder = new TextEncoder();

/** Tests that every change at the source is reported: a copy that follows the feed equals the source. */
export function describeChanges(suite: () => Suite): void {
  const edits: Record<string, (outside: Outside, top: Path) => Promise<void>> = {
    'a new file': (outside, top) => outside.write([...top, 'new.txt'], encoder.encode('new')),
    'a new folder with a file': async (outside, top) => {
      await outside.mkdir([...top, 'new folder']);
      await outside.write([...top, 'new folder', 'in it.txt'], encoder.encode('new'));
    },
    'an edit': (outside, top) => outside.write([...top, 'a', 'one.txt'], encoder.encode('edited, and longer')),
    'a renamed file': (outside, top) => outside.move([...top, 'a', 'one.txt'], [...top, 'a', 'uno.txt']),
    'a moved file': (outside, top) => outside.move([...top, 'a', 'one.txt'], [...top, 'b', 'one.txt']),
    'a file moved and renamed': (outside, top) => outside.move([...top, 'a', 'one.txt'], [...top, 'b', 'uno.txt']),
    'a renamed folder': (outside, top) => outside.move([...top, 'a'], [...top, 'z']),
    'a moved folder': (outside, top) => outside.move([...top, 'a'], [...top, 'b', 'a']),
    'a deleted file': (outside, top) => outside.remove([...top, 'a', 'one.txt']),
    'a deleted folder': (outside, top) => outside.remove([...top, 'a']),
    'a file replaced by a folder': async (outside, top) => {
      await outside.remove([...top, 'a', 'one.txt']);
      await outside.mkdir([...top, 'a', 'one.txt']);
    },
    'names that swap': async (outside, top) => {
      await outside.move([...top, 'a'], [...top, 'c']);
      await outside.move([...top, 'b'], [...top, 'a']);
      await outside.move([...top, 'c'], [...top, 'b']);
    },
  };

  describe('its change feed', () => {
    it.each(Object.keys(edits))('reports %s', async (name) => {
      const { outside, reopened } = suite();
      const { path, mirror, cursor } = await watched(suite());
      await edits[name]!(outside, path);
      const feed = reopened().files!.changes!;
      const { changes, cursor: after } = await drained(feed, cursor);
      await expectSame(mirror.apply(changes), outside, path);
      expect((await drained(feed, after)).changes).toEqual([]);
    });

    it('gives an edited file another revision', async () => {
      const { files, outside, find } = suite();
      const { path, cursor } = await watched(suite());
      const file = await find([...path, 'a', 'one.txt']);
      await outside.write([...path, 'a', 'one.txt'], encoder.encode('ENO'));
      const { changes } = await drained(files.changes!, cursor);
      const upsert = changes.find((change) => change.kind === 'upsert' && change.item.id === file.id);
      expect(upsert).toMatchObject({ item: { size: 3 } });
      expect((upsert as { item: RemoteItem }).item.revision).not.toBe(file.revision);
    });

    it('keeps ids through renames and moves if the manifest declares so', async () => {
      const { connector, files, outside, find } = suite();
      if (!connector.manifest.stableIds) return;
      const { path, cursor } = await watched(suite());
      const [file, folder] = [await find([...path, 'a', 'one.txt']), await find([...path, 'a'])];
      await outside.move([...path, 'a', 'one.txt'], [...path, 'b', 'uno.txt']);
      await outside.move([...path, 'a'], [...path, 'z']);
      const { changes } = await drained(files.changes!, cursor);
      expect(changes.filter((change) => change.kind === 'delete')).toEqual([]);
      expect((await find([...path, 'b', 'uno.txt'])).id).toBe(file.id);
      expect((await find([...path, 'z'])).id).toBe(folder.id);
    });

    it('rejects an unreadable cursor as expired', async () => {
      const feed = suite().files.changes!;
      await expectFailure(drained(feed, 'not a cursor' as Cursor), 'cursor_expired');
    });
  });
}

/** Sets up a folder with `a/one.txt` and an empty `b`, enumerated, and the cursor from before. */
async function watched({ files, outside, freshFolder }: Suite) {
  const { path } = await freshFolder();
  await outside.mkdir([...path, 'a']);
  await outside.mkdir([...path, 'b']);
  await outside.write([...path, 'a', 'one.txt'], encoder.encode('one'));
  const start = await files.changes!.start({ mode: 'all' });
  const mirror = new Mirror();
  for await (const batch of files.enumerate({ mode: 'all' }, { from: null, signal: new AbortController().signal }))
    mirror.take(batch);
  await expectSame(mirror, outside, path);
  const { changes, cursor } = await drained(files.changes!, start);
  return { path, mirror: mirror.apply(changes), cursor };
}

async function drained(feed: ChangeFeed<RemoteItem>, from: Cursor) {
  const changes: Change<RemoteItem>[] = [];
  let cursor = from;
  for await (const page of feed.since(from, new AbortController().signal)) {
    changes.push(...page.changes);
    cursor = page.cursor;
  }
  return { changes, cursor };
}
