import { contract, type Document } from '@sheaf/contract';
import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAccount } from '../../testing/consent.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { uploadInto } from '../writes/testing/upload-into.ts';

const { documents, relocations, sources } = contract;
const ada = 'ada';

let app: TestApp;
let dropbox: DropboxSandbox;
beforeAll(async () => {
  dropbox = await startDropbox({ samples: false });
  app = await testApp({}, { dropbox });
});
afterAll(async () => {
  await app.close();
  await dropbox.stop();
});

let me: TestPerson;
let account: string;
beforeEach(async () => {
  for (const { path } of dropbox.control.list({ person: ada, path: '' }))
    if (path.lastIndexOf('/') === 0) dropbox.control.remove({ person: ada, path });
  dropbox.control.mkdir({ person: ada, path: '/Plans' });
  dropbox.control.write({ person: ada, path: '/Plans/a.txt', text: 'old' });
  dropbox.control.write({ person: ada, path: '/a.txt', text: 'a' });
  dropbox.control.write({ person: ada, path: '/b.txt', text: 'b' });
  me = await person(app);
  account = (await connectAccount(me, 'dropbox', ada)).id;
  const sync = { file_mode: 'all' as const, chat_mode: 'selected' as const, file_selected_folders: [] };
  await me.call(sources.syncSettings, { body: { source_account_id: account, data: { sync } } });
  await app.work();
});

const there = () =>
  dropbox.control
    .list({ person: ada, path: '' })
    .map(({ path }) => path)
    .sort();
const textOf = (path: string) => Buffer.from(dropbox.control.read({ person: ada, path }), 'base64').toString();

const pathOf = ({ location, name }: Document) => `/${[...location.map((folder) => folder.name), name].join('/')}`;
const shown = async (query: object) => (await me.call(documents.list, { query: { per_page: 100, ...query } })).data;
const here = async () => (await shown({ account_id: account })).map(pathOf).sort();
const mine = async () => (await shown({ source_id: 'uploads' })).map(pathOf).sort();
const idOf = async (path: string) =>
  (await shown({ account_id: account })).find((document) => pathOf(document) === path)!.id;
const uploaded = async (filename: string, content: string) =>
  String((await uploadInto(app, me, { filename }, content)).headers['upload-document']);

type Asked = Parameters<typeof me.call<typeof relocations.move>>[1]['body'];
const move = async (body: Asked) => (await me.call(relocations.move, { body })).data;
const copy = async (body: Asked) => (await me.call(relocations.copy, { body })).data;

describe('within an account', () => {
  it('moves at once, and asks about names that exist before it does anything', async () => {
    const [plans, a, b] = [await idOf('/Plans'), await idOf('/a.txt'), await idOf('/b.txt')];
    const ids = [a, b];
    expect(await move({ document_ids: ids, parent_id: plans })).toEqual({ conflicts: ['a.txt'], transfer: null });
    expect(await here()).toEqual(['/Plans', '/Plans/a.txt', '/a.txt', '/b.txt']);
    const skipping = { document_ids: ids, parent_id: plans, on_conflict: 'skip' as const };
    expect(await move(skipping)).toEqual({ conflicts: [], transfer: null });
    expect(await here()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/b.txt', '/a.txt']);
    await move({ document_ids: [b], account_id: account });
    await move({ document_ids: [a], parent_id: plans, on_conflict: 'replace' });
    await app.work();
    expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt']);
    expect(textOf('/Plans/a.txt')).toBe('a');
    expect([await here(), await idOf('/Plans/a.txt')]).toEqual([there(), a]);
  });

  it('keeps both under another name', async () => {
    const a = await idOf('/a.txt');
    await move({ document_ids: [a], parent_id: await idOf('/Plans'), on_conflict: 'rename' });
    await app.work();
    expect([textOf('/Plans/a.txt'), textOf('/Plans/a (1).txt')]).toEqual(['old', 'a']);
    expect(await idOf('/Plans/a (1).txt')).toBe(a);
  });

  it('copies by a transfer', async () => {
    const { transfer } = await copy({ document_ids: [await idOf('/b.txt')], parent_id: await idOf('/Plans') });
    expect(transfer).toMatchObject({ mode: 'copy', chosen: { count: 1 } });
    await app.work();
    expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/b.txt', '/a.txt', '/b.txt']);
    expect(await here()).toEqual(there());
    const again = copy({ document_ids: [await idOf('/b.txt')], account_id: account });
    expect(await failure(again)).toMatchObject({
      status: 409,
      message: 'These are already in this folder. Choose another one.',
    });
  });
});

describe('to another account', () => {
  it('moves from My files, with the document’s id, and asks about names there', async () => {
    const [id, a] = [await uploaded('n.txt', 'new'), await uploaded('a.txt', 'mine')];
    const plans = await idOf('/Plans');
    expect((await move({ document_ids: [id, a], parent_id: plans })).conflicts).toEqual(['a.txt']);
    const { transfer } = await move({ document_ids: [id, a], parent_id: plans, on_conflict: 'rename' });
    expect(transfer).toMatchObject({ mode: 'move', to: { folder: { document_id: plans } } });
    await app.work();
    expect([textOf('/Plans/n.txt'), textOf('/Plans/a (2).txt')]).toEqual(['new', 'mine']);
    expect([await mine(), await idOf('/Plans/n.txt')]).toEqual([[], id]);
  });

  it('copies to My files', async () => {
    await copy({ document_ids: [await idOf('/Plans')] });
    await app.work();
    expect(await mine()).toEqual(['/Plans', '/Plans/a.txt']);
    expect(await here()).toEqual(['/Plans', '/Plans/a.txt', '/a.txt', '/b.txt']);
  });
});

it('refuses what can’t end well', async () => {
  const [plans, b] = [await idOf('/Plans'), await idOf('/b.txt')];
  const mineToo = await uploaded('n.txt', 'new');
  const refused = async (asked: Promise<unknown>) => (await failure(asked)).status;
  expect(await refused(move({ document_ids: [b, mineToo], parent_id: plans }))).toBe(409);
  expect(await refused(move({ document_ids: [plans], parent_id: plans }))).toBe(409);
  expect(await refused(copy({ document_ids: [b], parent_id: b }))).toBe(409);
  const stranger = await person(app, { organizationId: me.organizationId, role: 'member' });
  expect(await refused(stranger.call(relocations.copy, { body: { document_ids: [b] } }))).toBe(404);
  const theirs = String((await uploadInto(app, stranger, { filename: 'x' }, 'x')).headers['upload-document']);
  const into = { document_ids: [theirs], parent_id: plans };
  expect(await refused(stranger.call(relocations.move, { body: into }))).toBe(404);
  const onTheWay = await uploadInto(app, me, { filename: 'w.txt', account_id: account }, 'w');
  expect(await refused(copy({ document_ids: [String(onTheWay.headers['upload-document'])] }))).toBe(409);
  expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/a.txt', '/b.txt']);
});
