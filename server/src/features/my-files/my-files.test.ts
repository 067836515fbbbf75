import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { tusClient } from './uploads/testing/tus.ts';

let anna: TestPerson;
const app = await forThisFile(testApp());
await app.app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(async () => {
  anna = await person(app);
});

const { documents } = contract;

const folder = async (name: string, parent_id: string | null = null) =>
  (await anna.call(documents.createFolder, { body: { name, parent_id } })).data;
const file = async (name: string, parent_id?: string, text = name) => {
  const { headers } = await tusClient(app, anna).put(Buffer.from(text), { filename: name, parent_id });
  return String(headers['upload-document']);
};
const names = async (query: object = {}) =>
  (await anna.call(documents.list, { query: { sort: 'name', ...query } })).data.map(({ name }) => name);
const remove = (...ids: string[]) => anna.call(documents.delete, { body: { document_ids: ids } });
const restore = (...ids: string[]) => anna.call(documents.restore, { body: { document_ids: ids } });
const change = (id: string, body: { name?: string; parent_id?: string | null }) =>
  anna.call(documents.change, { params: { id }, body });
const usage = async () => (await anna.call(contract.organizations.info)).data.subscription.usage.storage_bytes;

describe('folders', () => {
  it('have a maximum depth, when created and when moved', async () => {
    const top = await folder('Level 1');
    const { rows } = await app.services.pool.query<{ id: string }>(
      `with recursive made as (
         select $1::uuid as id, null::uuid as parent_id, 1 as level
         union all select gen_random_uuid(), id, level + 1 from made where level < 511)
       insert into documents (id, organization_id, account_id, owner_id, remote_id, parent_id, name, kind, type, format, revision, listing)
       select m.id, d.organization_id, d.account_id, d.owner_id, m.id, m.parent_id, 'Level ' || m.level, 'folder', 'folder', 'folder', '1', 0
       from made m, documents d where d.id = $1 and m.level > 1 order by m.level returning id`,
      [top.id],
    );
    const tooDeep = { status: 409, message: 'Folders can be nested up to 512 levels deep.' };
    const last = await folder('Level 512', rows.at(-1)!.id);
    await expect(folder('Level 513', last.id)).rejects.toMatchObject(tooDeep);
    const outer = await folder('Two');
    const inner = await folder('levels', outer.id);
    await expect(change(outer.id, { parent_id: rows.at(-1)!.id })).rejects.toMatchObject(tooDeep);
    await change(outer.id, { parent_id: rows.at(-2)!.id });
    await expect(folder('three', inner.id)).rejects.toMatchObject(tooDeep);
  });

  it('are created, but not twice', async () => {
    const outer = await folder('Outer');
    expect(outer).toMatchObject({
      name: 'Outer',
      type: 'folder',
      parent_id: null,
      source: { slug: 'uploads' },
      own: true,
    });
    const inner = await folder('Inner', outer.id);
    expect(inner.parent_id).toBe(outer.id);
    await expect(folder('INNER', outer.id)).rejects.toMatchObject({
      status: 409,
      message: 'This folder already contains something named “INNER”.',
    });
    await folder('Inner');
    expect(await names({ parent_id: outer.id })).toEqual(['Inner']);
  });

  it('are created along a path where missing', async () => {
    const outer = await folder('Outer');
    const make = (parent_id: string | null, ...paths: string[][]) =>
      anna.call(documents.makeFolders, { body: { parent_id, paths } });
    await make(outer.id, ['a', 'b', 'c'], ['a', 'B', 'd'], ['a']);
    await make(outer.id, ['a', 'b', 'c']);
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'Outer']);
    expect(await names({ parent_id: outer.id })).toEqual(['a']);
    await make(null, ['top']);
    await file('file', outer.id);
    await expect(make(outer.id, ['new'], ['file', 'e'])).rejects.toMatchObject({
      status: 409,
      message: 'A file named “file” is where the folder should go.',
    });
    expect(await names({ parent_id: outer.id })).toEqual(['a', 'file']);
    await expect(make(null, ['..'])).rejects.toMatchObject({ status: 422 });
    await expect(make(null, ['x'.repeat(256)])).rejects.toMatchObject({ status: 422 });
    const other = await person(app, { role: 'member', organizationId: anna.organizationId });
    await expect(
      other.call(documents.makeFolders, { body: { parent_id: outer.id, paths: [['mine']] } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('are renamed and moved, with a note in the activity', async () => {
    const [a, b] = [await folder('A'), await folder('B')];
    const id = await file('one.txt', a.id);
    expect((await change(id, { name: 'two.pdf' })).data).toMatchObject({
      name: 'two.pdf',
      type: 'pdf',
      parent_id: a.id,
    });
    expect((await change(id, { name: 'TWO.pdf', parent_id: b.id })).data.parent_id).toBe(b.id);
    expect((await change(id, { parent_id: null })).data.parent_id).toBeNull();
    const { data } = await anna.call(documents.activity, { params: { id } });
    expect(data.map(({ kind, detail, by }) => [kind, detail, by?.id])).toEqual([
      ['moved', 'My files', anna.id],
      ['moved', 'B', anna.id],
      ['renamed', 'two.pdf', anna.id],
      ['renamed', 'one.txt', anna.id],
      ['added', null, anna.id],
    ]);
  });

  it('can’t be moved into themselves, into files, or onto a taken name', async () => {
    const outer = await folder('Outer');
    const inner = await folder('Inner', outer.id);
    const id = await file('file', outer.id);
    for (const parent_id of [outer.id, inner.id]) {
      await expect(change(outer.id, { parent_id })).rejects.toMatchObject({
        status: 409,
        message: 'A folder can’t be moved into itself.',
      });
    }
    await expect(change(inner.id, { parent_id: id })).rejects.toMatchObject({ status: 409 });
    await file('file');
    await expect(change(id, { parent_id: null })).rejects.toMatchObject({ status: 409 });
    await expect(change(inner.id, { name: 'file' })).rejects.toMatchObject({ status: 409 });
    expect(await names({ parent_id: outer.id })).toEqual(['Inner', 'file']);
  });
});

describe('other people and other sources', () => {
  it('are left alone', async () => {
    const bert = await person(app, { role: 'member', organizationId: anna.organizationId });
    const id = await file('mine');
    await anna.call(contract.sharing.share, { body: { inviting_ids: [bert.id], document_ids: [id] } });
    await expect(bert.call(documents.delete, { body: { document_ids: [id] } })).rejects.toMatchObject({ status: 403 });
    await expect(bert.call(documents.change, { params: { id }, body: { name: 'his' } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(bert.call(documents.restore, { body: { document_ids: [id] } })).rejects.toMatchObject({ status: 404 });

    const account = await quietAccount(app, anna, 'dropbox');
    const [cloud, there] = await addDocuments(app, anna, account, [
      { name: 'Cloud', folder: true },
      { name: 'there.txt' },
    ]);
    const elsewhere = { status: 409, message: 'Files in Dropbox can’t be changed in Sheaf.' };
    await expect(change(there!, { name: 'here.txt' })).rejects.toMatchObject(elsewhere);
    await expect(remove(there!)).rejects.toMatchObject(elsewhere);
    await expect(remove(id, there!)).rejects.toMatchObject({ status: 409, message: /^These are in different places/ });
    await expect(folder('New', cloud)).rejects.toMatchObject(elsewhere);
    await expect(change(id, { parent_id: cloud })).rejects.toMatchObject({ status: 409 });
    expect(await names()).toEqual(['Cloud', 'mine', 'there.txt']);
  });

  it('give a removed member’s files to another member in an account of their own', async () => {
    const bert = await person(app, { organizationId: anna.organizationId, role: 'member' });
    await tusClient(app, bert).put(Buffer.from('his'), { filename: 'notes.txt' });
    await file('notes.txt');
    await anna.call(contract.members.remove, {
      params: { id: bert.id },
      query: { content: 'hand_over', hand_over_to: anna.id },
    });
    const { data } = await anna.call(contract.sources.accounts, { query: { source_id: 'uploads' } });
    expect(data.map(({ name }) => name).sort()).toEqual([expect.stringMatching(/^Files of Person/), 'My files']);
    expect(await names()).toEqual(['notes.txt', 'notes.txt']);
  });
});

describe('a deleted document', () => {
  it('disappears and returns with everything inside', async () => {
    const outer = await folder('Outer');
    const inner = await folder('Inner', outer.id);
    await file('deep.txt', inner.id, 'twelve bytes');
    const before = await file('before.txt', outer.id, '0123456789');
    expect(await usage()).toBe(22);
    await remove(before);
    await remove(outer.id);
    expect([await names(), await usage()]).toEqual([[], 22]);
    await expect(anna.call(documents.get, { params: { id: outer.id } })).rejects.toMatchObject({ status: 404 });
    await expect(folder('New', inner.id)).rejects.toMatchObject({ status: 404 });
    await restore(outer.id);
    expect([await names(), await usage()]).toEqual([['deep.txt', 'Inner', 'Outer'], 22]);
    await restore(before);
    expect(await names({ parent_id: outer.id })).toEqual(['Inner', 'before.txt']);
  });

  it('is restored under another name if its own is taken, and at the top level if its folder is gone', async () => {
    const box = await folder('Box');
    const first = await file('a.txt', box.id);
    await remove(first);
    const second = await file('a.txt', box.id);
    await remove(second);
    await file('a.txt', box.id);
    await restore(first, second);
    expect(await names({ parent_id: box.id })).toEqual(['a (1).txt', 'a (2).txt', 'a.txt']);
    await remove(first);
    await remove(box.id);
    await restore(first);
    expect(await names()).toEqual(['a (1).txt']);
    await restore(first);
    expect(await names()).toEqual(['a (1).txt']);
  });

  it('is shared with the same people again once restored', async () => {
    const bert = await person(app, { role: 'member', organizationId: anna.organizationId });
    const box = await folder('Box');
    await file('a.txt', box.id);
    await anna.call(contract.sharing.share, { body: { inviting_ids: [bert.id], document_ids: [box.id] } });
    const seen = async () => (await bert.call(documents.list)).pagination.total;
    expect(await seen()).toBe(2);
    await remove(box.id);
    expect(await seen()).toBe(0);
    await restore(box.id);
    expect(await seen()).toBe(2);
  });

  it('is deleted for good after 30 days', async () => {
    const box = await folder('Box');
    const id = await file('a.txt', box.id);
    await remove(box.id);
    const young = await file('b.txt');
    await remove(young);
    const age = (days: number, ids: string[]) =>
      app.services.pool.query(
        'update documents set deleted_at = now() - make_interval(days => $1) where id = any($2)',
        [days, ids],
      );
    await age(29, [young]);
    await age(30, [box.id, id]);
    await expect(restore(box.id)).rejects.toMatchObject({ status: 404 });
    await app.services.pool.query(`select graphile_worker.add_job('uploads.purge-deleted')`);
    await app.work();
    const { rows } = await app.services.pool.query('select 1 from documents where id = any($1)', [[box.id, id]]);
    expect([rows, await usage()]).toEqual([[], 5]);
    await restore(young);
    expect(await names()).toEqual(['b.txt']);
  });
});
