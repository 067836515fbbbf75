import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConnector } from '../kit/conformance/index.ts';
import type { ChangeFeed, Cursor, FileReads, RemoteId, RemoteItem, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import type { DropboxItem } from './adapt.ts';
import { scopes } from './auth.ts';
import { dropbox } from './index.ts';
import { Replica } from './testing/replica.ts';
import { dropboxWorld } from './testing/world.ts';

describeConnector('dropbox', dropbox, () => dropboxWorld('bruno'));

describe('a Dropbox account', () => {
  let sandbox: DropboxSandbox;
  let ada: Session;
  let files: FileReads;
  const accounts: ReturnType<typeof testAccount>[] = [];
  const open = (person: 'ada' | 'chen', granted = scopes) => {
    const { accessToken } = sandbox.control.authorize({ person, scopes: granted });
    const context = testAccount({ urls: sandbox.urls, token: () => accessToken });
    accounts.push(context);
    return dropbox.open(context);
  };
  beforeAll(async () => {
    sandbox = await startDropbox({ pageSize: 20, filesPerFolder: 1 });
    ada = open('ada');
    files = ada.files!;
  });
  afterAll(async () => {
    for (const account of accounts) await account.close();
    await sandbox.stop();
  });

  const at = async (path: string, session = ada) => {
    let found: RemoteItem | undefined;
    for (const name of path.slice(1).split('/')) {
      const children = await browseAll(session.files!, found?.id ?? null);
      found = children.find((child) => child.name === name);
      if (!found) throw new Error(`There is no ${name} in ${path}.`);
    }
    return found!;
  };
  const send = async (parentId: RemoteId | null, name: string, text: string, writes = ada.writes!) => {
    const bytes = Buffer.from(text);
    const target = { parentId, name, size: bytes.length, mimeType: 'text/plain' };
    const handle = await writes.put(await writes.begin(target), { offset: 0, bytes, last: true });
    return writes.finish(handle, { size: bytes.length, hashes: {} });
  };

  it('exports documents that have no bytes', async () => {
    const paper = await at('/Paper/Team notes.paper');
    expect(paper).toMatchObject({ kind: 'native', size: null, hashes: {}, exports: ['text/markdown', 'text/html'] });
    await expect(files.download(paper.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(files.export!(paper.id, 'application/pdf')).rejects.toMatchObject({ code: 'forbidden' });
    const { body, size } = await files.export!(paper.id, 'text/html');
    expect(Buffer.concat(await body.toArray()).length).toBe(size);
  });

  it.each([
    ['into a folder that is shared to be read', 'forbidden', '/Shared with me', 'New.txt'],
    ['with a name Dropbox keeps for itself', 'forbidden', '/Samples', 'desktop.ini'],
    ['with a name that differs in case only', 'conflict', '/Samples', 'SAMPLE.CSV'],
  ])('refuses a file %s as %s', async (_, code, folder, name) => {
    await expect(send((await at(folder)).id, name, 'x')).rejects.toMatchObject({ code });
  });

  it('reports that the account is full', async () => {
    sandbox.control.setLimit({ person: 'ada', bytes: 1000 });
    await expect(send(null, 'One too many.txt', 'x')).rejects.toMatchObject({ code: 'quota_full' });
    sandbox.control.setLimit({ person: 'ada', bytes: 2 * 1024 ** 3 });
  });

  it('asks to reconnect if a permission is missing', async () => {
    const reader = open('ada', ['account_info.read', 'files.metadata.read']);
    const id = (await at('/Empty.txt')).id;
    await expect(reader.files!.download(id)).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('accepts the same content under the same name as done', async () => {
    const first = await send(null, 'Twice.txt', 'twice');
    expect((await send(null, 'Twice.txt', 'twice')).id).toBe(first.id);
  });

  it('finds the parent of a file that is reported before its folder', async () => {
    sandbox.control.mkdir({ person: 'ada', path: '/Older' });
    sandbox.control.write({ person: 'ada', path: '/Older/child.txt', text: 'x' });
    sandbox.control.mkdir({ person: 'ada', path: '/Younger' });
    sandbox.control.move({ person: 'ada', from: '/Older', to: '/Younger/Older' });
    const replica = new Replica();
    for await (const batch of files.enumerate({ mode: 'all' }, { from: null, signal: never })) replica.take(batch);
    for (const item of replica.items.values()) {
      const parent = item.parentId === null ? '' : replica.items.get(item.parentId)!.path;
      expect(item.path.startsWith(`${parent}/`), item.path).toBe(true);
    }
  });

  describe('a feed of selected folders', () => {
    const edit = (path: string) => sandbox.control.write({ person: 'ada', path, text: 'x' });
    const feed = () => files.changes as unknown as ChangeFeed<DropboxItem>;

    it('follows them when they are moved, and leaves out everything else', async () => {
      sandbox.control.mkdir({ person: 'ada', path: '/Chosen' });
      edit('/Chosen/a.txt');
      const chosen = (await at('/Chosen')).id;
      const start = await feed().start({ mode: 'selected', roots: [chosen] });
      sandbox.control.move({ person: 'ada', from: '/Chosen', to: '/Archive/Chosen too' });
      edit('/Archive/Chosen too/b.txt');
      edit('/Elsewhere.txt');
      const { upserts, gone } = await drained(feed(), start);
      expect(upserts).toEqual(['/archive/chosen too', '/archive/chosen too/a.txt', '/archive/chosen too/b.txt']);
      expect(gone).toEqual(['/chosen']);
    });

    it('reports their deletion', async () => {
      sandbox.control.mkdir({ person: 'ada', path: '/Deleted' });
      const deleted = (await at('/Deleted')).id;
      const start = await feed().start({ mode: 'selected', roots: [deleted] });
      sandbox.control.remove({ person: 'ada', path: '/Deleted' });
      expect(await drained(feed(), start)).toEqual({ upserts: [], gone: ['/deleted'] });
      const batches: object[] = [];
      const scope = { mode: 'selected', roots: [deleted] } as const;
      for await (const batch of files.enumerate(scope, { from: null, signal: never })) batches.push(batch);
      expect(batches).toMatchObject([{ items: [], failures: [] }]);
    });
  });
});

const never = new AbortController().signal;

async function browseAll(files: FileReads, folder: RemoteId | null): Promise<RemoteItem[]> {
  const items: RemoteItem[] = [];
  let page = await files.browse(folder, null);
  items.push(...page.items);
  while (page.next !== null) {
    page = await files.browse(folder, page.next);
    items.push(...page.items);
  }
  return items;
}

async function drained(feed: ChangeFeed<DropboxItem>, from: Cursor) {
  const upserts: string[] = [];
  const gone: string[] = [];
  for await (const { changes } of feed.since(from, never)) {
    for (const change of changes as readonly { kind: string; item?: DropboxItem; path?: string }[]) {
      if (change.kind === 'upsert') upserts.push(change.item!.path);
      else gone.push(change.path!);
    }
  }
  return { upserts, gone };
}
