import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteItem, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { scopes } from './auth.ts';
import { dropbox } from './index.ts';

const person = 'chen';
const never = new AbortController().signal;

describe('a member of a Dropbox team', () => {
  let sandbox: DropboxSandbox;
  let context: ReturnType<typeof testAccount>;
  let session: Session;
  beforeAll(async () => {
    sandbox = await startDropbox({ pageSize: 40 });
    const { accessToken } = sandbox.control.authorize({ person, scopes });
    context = testAccount({ urls: sandbox.urls, token: () => accessToken });
    session = dropbox.open(context);
  });
  afterAll(async () => {
    await context.close();
    await sandbox.stop();
  });

  const top = async () => {
    const items: RemoteItem[] = [];
    let page = await session.files!.browse(null, null);
    items.push(...page.items);
    while (page.next !== null) {
      page = await session.files!.browse(null, page.next);
      items.push(...page.items);
    }
    return items;
  };
  const find = async (name: string) => (await top()).find((item) => item.name === name)!;
  const send = async (parentId: RemoteItem['parentId'], name: string) => {
    const bytes = Buffer.from(name);
    const { begin, put, finish } = session.writes!;
    const handle = await begin({ parentId, name, size: bytes.length, mimeType: 'text/plain' });
    return finish(await put(handle, { offset: 0, bytes, last: true }), { size: bytes.length, hashes: {} });
  };

  it('sees their own files and the team folders at the top, however they are read', async () => {
    const browsed = await top();
    const names = browsed.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Samples', 'Paper', 'Company handbook']));
    expect(names).not.toContain('Chen Wei');
    const listed: RemoteItem[] = [];
    for await (const { items } of session.files!.enumerate({ mode: 'all' }, { from: null, signal: never }))
      listed.push(...items);
    const ofTop = listed.filter(({ parentId }) => parentId === null).map(({ name }) => name);
    expect(ofTop.sort()).toEqual(names.sort());
    expect(listed.some(({ name }) => name === 'Chen Wei')).toBe(false);
    for (const { id } of browsed) expect((await session.files!.stat(id)).parentId).toBeNull();
  });

  it('writes to their own folder when writing to the top, since the team’s space is not theirs', async () => {
    const start = await session.files!.changes!.start({ mode: 'all' });
    const file = await send(null, 'New.txt');
    const folder = await session.writes!.mkdir(null, 'New folder');
    const copy = await session.writes!.copy!(file.id, { parentId: null, name: 'Copy.txt' });
    const large = await session.writes!.begin({
      parentId: null,
      name: 'Large.bin',
      size: 5_000_000,
      mimeType: 'application/octet-stream',
    });
    await session.writes!.abort(large);
    expect([file, folder, copy].map(({ parentId }) => parentId)).toEqual([null, null, null]);
    expect(await session.files!.stat(file.id)).toEqual(file);
    const held = sandbox.control.list({ person, path: '' }).map(({ path }) => path);
    expect(held).toEqual(expect.arrayContaining(['/New.txt', '/New folder', '/Copy.txt']));
    expect((await top()).map(({ id }) => id)).toEqual(expect.arrayContaining([file.id, folder.id, copy.id]));
    const reported: unknown[] = [];
    for await (const { changes } of session.files!.changes!.since(start, never)) reported.push(...changes);
    expect(reported).toMatchObject([
      { item: { id: file.id, parentId: null } },
      { item: { id: folder.id, parentId: null } },
      { item: { id: copy.id, parentId: null } },
    ]);
  });

  it('writes to a team folder they can edit, and gets the reason if they can’t', async () => {
    const handbook = await find('Company handbook');
    expect(await send(handbook.id, 'New.txt')).toMatchObject({ parentId: handbook.id });
    await expect(session.writes!.trash!(handbook.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Dropbox doesn’t let members move or delete a team folder. Ask an admin of the team.',
    });
    await expect(session.writes!.move!(handbook.id, { name: 'Mine' })).rejects.toMatchObject({
      message: expect.stringContaining('team folder'),
    });
    const shared = await find('Shared with me');
    await expect(send(shared.id, 'New.txt')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You can’t edit this folder in Dropbox. Ask its owner for edit access, or choose another folder.',
    });
  });

  it('has the team’s quota', async () => {
    expect((await session.quota!()).total).toBe(5 * 1024 ** 4);
  });
});
