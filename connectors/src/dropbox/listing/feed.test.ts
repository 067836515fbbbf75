import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkpoint, Cursor } from '../../kit/session.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { scopes } from '../auth.ts';
import { dropbox } from '../index.ts';
import { Replica } from '../testing/replica.ts';

const person = 'ada';
const never = new AbortController().signal;

/** An edit by another client. Its numbers select among the items that exist at that moment. */
const edit = fc.record({
  what: fc.constantFrom('write', 'mkdir', 'move', 'move', 'remove', 'edit', 'share'),
  from: fc.nat(),
  to: fc.nat(),
  name: fc.constantFrom('a', 'B', 'ü', 'd e', 'E'),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

describe('following the feed', () => {
  let sandbox: DropboxSandbox;
  let context: ReturnType<typeof testAccount>;
  beforeAll(async () => {
    sandbox = await startDropbox({ pageSize: 3 });
    const { accessToken } = sandbox.control.authorize({ person, scopes });
    context = testAccount({ urls: sandbox.urls, token: () => accessToken });
  });
  afterAll(async () => {
    await context.close();
    await sandbox.stop();
  });

  it('ends at exactly the account’s contents, whatever happens meanwhile and wherever it is interrupted', async () => {
    const story = fc.array(edit, { minLength: 4, maxLength: 24 });
    const property = fc.asyncProperty(story, fc.integer({ min: 1, max: 5 }), async (edits, rhythm) => {
      const { control, state } = sandbox;
      for (const { path } of control.list({ person, path: '' }).filter(({ path }) => path.lastIndexOf('/') === 0)) {
        control.remove({ person, path });
      }
      const left = [...edits];
      const happen = (count: number) => {
        for (const one of left.splice(0, count)) perform(sandbox, one);
      };
      happen(edits.length / 3);

      const replica = new Replica();
      let cursor = await open().changes!.start({ mode: 'all' });
      let from: Checkpoint | null = null;
      for (let isDone = false; !isDone; ) {
        isDone = true;
        // A new session for each batch, as after a crash.
        for await (const batch of open().enumerate({ mode: 'all' }, { from, signal: never })) {
          replica.take(batch);
          from = batch.checkpoint;
          isDone = false;
          break;
        }
        happen(rhythm % 3);
      }
      do {
        happen(rhythm);
        cursor = await followed(replica, cursor, () => happen(rhythm % 2));
      } while (left.length > 0);
      cursor = await followed(replica, cursor);

      const held = [...state.account(person).tree.after(-1)].map(({ id, name }) => `${id} ${name}`);
      expect([...replica.items.values()].map(({ id, name }) => `${id} ${name}`).sort()).toEqual(held.sort());
      for (const { id, parentId } of replica.items.values()) {
        expect(parentId ?? '').toBe(state.account(person).tree.byId(id)!.parent!.id);
      }
    });
    await fc.assert(property, { numRuns: 40 });
  });

  const open = () => dropbox.open(context).files!;

  async function followed(replica: Replica, from: Cursor, meanwhile = () => {}): Promise<Cursor> {
    let cursor = from;
    for await (const page of open().changes!.since(from, never)) {
      replica.apply(page.changes);
      cursor = page.cursor;
      meanwhile();
    }
    replica.settle();
    return cursor;
  }
});

/** Applies an edit; one that isn’t possible at the moment is skipped. */
function perform({ control }: DropboxSandbox, { what, from, to, name }: Edit): void {
  const listed = control.list({ person, path: '' });
  const folders = ['', ...listed.filter(({ kind }) => kind === 'folder').map(({ path }) => path)];
  const target = `${folders[to % folders.length]}/${name}`;
  const isFree = !listed.some(({ path }) => path.toLowerCase() === target.toLowerCase());
  const source = listed[from % Math.max(1, listed.length)];
  if (what === 'write' && isFree) control.write({ person, path: target, text: 'new' });
  if (what === 'mkdir' && isFree) control.mkdir({ person, path: target });
  if (!source) return;
  if (what === 'remove') control.remove({ person, path: source.path });
  if (what === 'edit' && source.kind === 'file') control.write({ person, path: source.path, text: `edit ${from}` });
  if (what === 'share' && source.kind === 'folder') control.share({ person, path: source.path });
  const isInside = target.toLowerCase().startsWith(`${source.path.toLowerCase()}/`);
  if (what === 'move' && isFree && !isInside) control.move({ person, from: source.path, to: target });
}
