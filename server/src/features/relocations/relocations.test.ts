import { contract, type Document } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropboxFiles } from '../../testing/dropbox-files.ts';
import { failure } from '../../testing/failure.ts';
import { idAt, listed, listedPaths } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAndSync } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { runTransfer } from '../transfers/index.ts';
import { uploadInto } from '../writes/testing/upload-into.ts';

const { documents, relocations, transfers } = contract;

const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));
const there = dropboxFiles(dropbox);

let me: TestPerson;
let account: string;
beforeEach(async () => {
  there.reset({ '/Plans/': '', '/Plans/a.txt': 'old', '/a.txt': 'a', '/b.txt': 'b' });
  me = await person(app);
  account = await connectAndSync(app, me, 'dropbox', 'ada');
});

const here = () => listedPaths(me, { account_id: account });
const mine = () => listedPaths(me, { source_id: 'uploads' });
const idOf = (path: string) => idAt(me, path, { account_id: account });
const uploaded = async (filename: string, content: string) =>
  String((await uploadInto(app, me, { filename }, content)).headers['upload-document']);

type Asked = Parameters<typeof me.call<typeof relocations.move>>[1]['body'];
const move = async (body: Asked) => (await me.call(relocations.move, { body })).data;
const copy = async (body: Asked) => (await me.call(relocations.copy, { body })).data;

describe('within an account', () => {
  it('moves at once, after asking about existing names', async () => {
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
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt']);
    expect(there.textOf('/Plans/a.txt')).toBe('a');
    expect([await here(), await idOf('/Plans/a.txt')]).toEqual([there.paths(), a]);
  });

  it('keeps both under another name', async () => {
    const a = await idOf('/a.txt');
    await move({ document_ids: [a], parent_id: await idOf('/Plans'), on_conflict: 'rename' });
    await app.work();
    expect([there.textOf('/Plans/a.txt'), there.textOf('/Plans/a (1).txt')]).toEqual(['old', 'a']);
    expect(await idOf('/Plans/a (1).txt')).toBe(a);
  });

  it('copies by a transfer', async () => {
    const { transfer } = await copy({ document_ids: [await idOf('/b.txt')], parent_id: await idOf('/Plans') });
    expect(transfer).toMatchObject({ mode: 'copy', chosen: { count: 1 } });
    await app.work();
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/b.txt', '/a.txt', '/b.txt']);
    expect(await here()).toEqual(there.paths());
  });
});

describe('into its own folder', () => {
  const top = ['/Plans', '/Plans/a.txt', '/a.txt', '/b.txt'];

  it('copies files and folders under new names, as often as asked', async () => {
    const ids = [await idOf('/b.txt'), await idOf('/Plans')];
    for (const number of [2, 3]) {
      const { conflicts, transfer } = await copy({ document_ids: ids, account_id: account });
      expect([conflicts, transfer!.on_conflict]).toEqual([[], 'rename']);
      await app.work();
      expect(there.textOf(`/b (${number}).txt`)).toBe('b');
      expect((await me.call(transfers.get, { params: { id: transfer!.id } })).data).toMatchObject({
        status: 'completed',
        processed: 3,
        identical: 0,
        skipped: 0,
      });
    }
    const copies = [2, 3].flatMap((n) => [`/Plans (${n})`, `/Plans (${n})/a.txt`, `/b (${n}).txt`]);
    expect(there.paths()).toEqual([...top, ...copies].sort());
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/b.txt')).toBe(ids[0]);
  });

  it('copies in My files as well', async () => {
    const folder = (await me.call(documents.createFolder, { body: { name: 'Notes', parent_id: null } })).data.id;
    await uploadInto(app, me, { filename: 'n.txt', parent_id: folder }, 'new');
    await copy({ document_ids: [folder] });
    await app.work();
    expect(await mine()).toEqual(['/Notes', '/Notes (2)', '/Notes (2)/n.txt', '/Notes/n.txt']);
    const [note] = (await listed(me, { parent_id: folder })) as [Document];
    for (const policy of ['ask', 'skip'] as const)
      await copy({ document_ids: [note.id], parent_id: folder, on_conflict: policy });
    await app.work();
    expect((await listed(me, { parent_id: folder })).map(({ name }) => name).sort()).toEqual([
      'n (2).txt',
      'n (3).txt',
      'n.txt',
    ]);
  });

  it('asks only about documents from elsewhere', async () => {
    const ids = [await idOf('/b.txt'), await idOf('/Plans/a.txt')];
    expect((await copy({ document_ids: ids, account_id: account })).conflicts).toEqual(['a.txt']);
    await copy({ document_ids: ids, account_id: account, on_conflict: 'replace' });
    await app.work();
    expect(there.paths()).toEqual([...top, '/b (2).txt'].sort());
    expect(there.textOf('/a.txt')).toBe('old');
  });

  it.each([
    ['/b.txt', '/b (2).txt'],
    ['/Plans', '/Plans (2)'],
  ])('makes one copy of %s, even if a worker is killed before recording it', async (path, made) => {
    const { transfer } = await copy({ document_ids: [await idOf(path)], account_id: account });
    const { http } = app.services;
    const ended = new AbortController();
    const watched: typeof http = {
      async send(request) {
        const answer = await http.send(request);
        if (there.paths().includes(made)) ended.abort();
        return answer;
      },
    };
    const run = runTransfer.run({ transferId: transfer!.id }, { ...app.services, http: watched }, ended.signal);
    await expect(run).rejects.toThrow('abort');
    expect(there.paths()).toEqual([...top, made].sort());
    await app.work();
    const copies = path === '/Plans' ? [made, `${made}/a.txt`] : [made];
    expect(there.paths()).toEqual([...top, ...copies].sort());
    const { data } = await me.call(transfers.get, { params: { id: transfer!.id } });
    expect(data).toMatchObject({ status: 'completed', identical: 0, skipped: 0 });
  });
});

describe('to another account', () => {
  it('moves from My files with the document’s id, and asks about names there', async () => {
    const [id, a] = [await uploaded('n.txt', 'new'), await uploaded('a.txt', 'mine')];
    const plans = await idOf('/Plans');
    expect((await move({ document_ids: [id, a], parent_id: plans })).conflicts).toEqual(['a.txt']);
    const { transfer } = await move({ document_ids: [id, a], parent_id: plans, on_conflict: 'rename' });
    expect(transfer).toMatchObject({ mode: 'move', to: { folder: { document_id: plans } } });
    await app.work();
    expect([there.textOf('/Plans/n.txt'), there.textOf('/Plans/a (2).txt')]).toEqual(['new', 'mine']);
    expect([await mine(), await idOf('/Plans/n.txt')]).toEqual([[], id]);
  });

  it('copies to My files', async () => {
    await copy({ document_ids: [await idOf('/Plans')] });
    await app.work();
    expect(await mine()).toEqual(['/Plans', '/Plans/a.txt']);
    expect(await here()).toEqual(['/Plans', '/Plans/a.txt', '/a.txt', '/b.txt']);
  });
});

it('rejects moves that can’t end well', async () => {
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
  expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/a.txt', '/b.txt']);
});
