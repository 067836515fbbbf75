import { contract, type Document } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { newFolder } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { tusClient } from './uploads/testing/tus.ts';

const { documents, trash } = contract;

let anna: TestPerson;
const app = await forThisFile(testApp());
await app.app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(async () => {
  anna = await person(app);
});

const folder = (name: string, parent_id?: string) => newFolder(anna, name, parent_id);
const file = async (name: string, parent_id?: string, text = name) => {
  const { headers } = await tusClient(app, anna).put(Buffer.from(text), { filename: name, parent_id });
  return String(headers['upload-document']);
};
const remove = (...ids: string[]) => anna.call(documents.delete, { body: { document_ids: ids } });
const restore = (...ids: string[]) => anna.call(documents.restore, { body: { document_ids: ids } });
const inTrash = async (query: object = {}): Promise<Document[]> =>
  (await anna.call(documents.list, { query: { place: 'trash', ...query } })).data;
const namesInTrash = async (query: object = {}) => (await inTrash(query)).map(({ name }) => name);
const usage = async () => (await anna.call(contract.organizations.info)).data.subscription.usage.storage_bytes;
const bytesInTrash = async () => (await anna.call(trash.accounts)).data.map(({ items, bytes }) => [items, bytes]);

it('tells owners that a document is in the trash, and what to restore', async () => {
  const plans = await folder('Plans');
  const deep = await file('deep.txt', await folder('Inner', plans));
  const find = async (id: string, who = anna) => (await who.call(trash.find, { params: { id } })).data;
  expect((await failure(find(deep))).status).toBe(404);
  await remove(plans);
  expect(await find(deep)).toMatchObject({ name: 'deep.txt', top: { id: plans, deleted: { contents: 2 } } });
  expect(await find(plans)).toMatchObject({ name: 'Plans', top: { id: plans } });
  const colleague = await person(app, { organizationId: anna.organizationId, role: 'admin' });
  expect((await failure(find(plans, colleague))).status).toBe(404);
  await restore(plans);
  expect((await failure(find(deep))).status).toBe(404);
});

it('lists deleted documents newest first, a folder once with its content, its old place and its expiry', async () => {
  const plans = await folder('Plans');
  const inner = await folder('Inner', plans);
  await file('deep.txt', inner, 'twelve bytes');
  const early = await file('early.txt', plans, '0123456789');
  const late = await file('late.txt');
  await remove(early);
  await remove(plans);
  await remove(late);
  const listed = await inTrash();
  expect(
    listed.map(({ name, deleted, location }) => [name, deleted?.contents, location.map((one) => one.name)]),
  ).toEqual([
    ['late.txt', 0, []],
    ['Plans', 2, []],
    ['early.txt', 0, ['Plans']],
  ]);
  for (const { cannot, deleted, local_path, thumbnail } of listed) {
    expect(Date.parse(deleted!.until) - Date.parse(deleted!.at)).toBe(30 * 24 * 3_600_000);
    expect([cannot.restore, local_path, thumbnail]).toEqual([null, null, null]);
  }
  expect(await namesInTrash({ parent_id: plans })).toEqual(['Inner']);
  expect(await namesInTrash({ search: 'EARLY' })).toEqual(['early.txt']);
  expect(await namesInTrash({ sort: 'name' })).toEqual(['early.txt', 'late.txt', 'Plans']);
  const { data, pagination } = await anna.call(documents.list, { query: { place: 'trash', page: 2, per_page: 2 } });
  expect([data.map(({ name }) => name), pagination.total]).toEqual([['early.txt'], 3]);
  await restore(plans, late);
  expect(await namesInTrash()).toEqual(['early.txt']);
  await restore(early);
  const { data: back } = await anna.call(documents.list, { query: { parent_id: plans } });
  expect(back.map(({ name }) => name)).toEqual(['Inner', 'early.txt']);
});

it('shows deleted documents nowhere else, and to no one else', async () => {
  const bert = await person(app, { role: 'member', organizationId: anna.organizationId });
  const secret = await file('secret.txt');
  await anna.call(contract.sharing.share, { body: { inviting_ids: [bert.id], document_ids: [secret] } });
  await anna.call(contract.stars.set, { body: { document_ids: [secret], starred: true } });
  const before = (await anna.call(documents.get, { params: { id: secret } })).data.local_path;
  await remove(secret);
  for (const who of [anna, bert]) {
    for (const query of [{}, { search: 'secret' }, { owner: 'me' }, { recent: 'true' }, { place: 'starred' }] as const)
      expect((await who.call(documents.list, { query })).data, JSON.stringify(query)).toEqual([]);
    expect((await who.call(contract.search.find, { query: { q: 'secret' } })).data).toEqual([]);
    for (const call of [documents.get, documents.download, documents.open] as const)
      await expect(who.call(call, { params: { id: secret } })).rejects.toMatchObject({ status: 404 });
  }
  expect((await app.request({ method: 'GET', url: `/storage/${before}` })).status).not.toBe(200);
  expect((await bert.call(documents.list, { query: { place: 'trash' } })).data).toEqual([]);
  await expect(bert.call(documents.restore, { body: { document_ids: [secret] } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(bert.call(trash.delete, { body: { document_ids: [secret] } })).rejects.toMatchObject({ status: 404 });
  const { account } = (await anna.call(trash.accounts)).data[0]!;
  await expect(bert.call(trash.empty, { body: { account_id: account.id } })).rejects.toMatchObject({ status: 404 });
});

it('counts trash against storage until it is deleted for good, one by one or all at once', async () => {
  const plans = await folder('Plans');
  const inner = await folder('Inner', plans);
  await file('deep.txt', inner, 'twelve bytes');
  const ten = await file('ten.txt', undefined, '0123456789');
  const five = await file('five.txt', undefined, '01234');
  await file('stays.txt', undefined, 'abc');
  expect(await usage()).toBe(30);
  await remove(plans, ten, five);
  expect([await usage(), await bytesInTrash()]).toEqual([30, [[3, 27]]]);
  await anna.call(trash.delete, { body: { document_ids: [plans] } });
  // Hidden from then on, whenever the job runs.
  expect([await namesInTrash({ sort: 'name' }), await bytesInTrash()]).toEqual([['five.txt', 'ten.txt'], [[2, 27]]]);
  await expect(restore(plans)).rejects.toMatchObject({ status: 404 });
  await app.work();
  expect(await usage()).toBe(18);
  const { account } = (await anna.call(trash.accounts)).data[0]!;
  await anna.call(trash.empty, { body: { account_id: account.id } });
  expect([await namesInTrash(), await bytesInTrash()]).toEqual([[], []]);
  await expect(restore(ten)).rejects.toMatchObject({ status: 404 });
  // Documents deleted later are not part of it.
  const later = await file('later.txt', undefined, 'later');
  await remove(later);
  await app.work();
  expect([await namesInTrash(), await usage()]).toEqual([['later.txt'], 8]);
  const { rows } = await app.services.pool.query('select 1 from trash_purges');
  expect(rows).toEqual([]);
});

it('deletes for good in slices, innermost folders first, and stops at the end', async () => {
  const plans = await folder('Plans');
  await app.services.pool.query(
    `with outer_folder as (select * from documents where id = $1),
       folders as (insert into documents (id, organization_id, account_id, owner_id, remote_id, parent_id, name, kind, type, format, revision, listing)
         select gen_random_uuid(), organization_id, account_id, owner_id, gen_random_uuid(), id, 'Folder ' || n, 'folder', 'folder', 'folder', '1', 0
         from outer_folder, generate_series(1, 30) n returning *)
     insert into documents (id, organization_id, account_id, owner_id, remote_id, parent_id, name, kind, revision, listing)
       select gen_random_uuid(), organization_id, account_id, owner_id, gen_random_uuid(), id, 'File ' || n, 'file', '1', 0
       from folders, generate_series(1, 80) n`,
    [plans],
  );
  await remove(plans);
  expect((await inTrash())[0]!.deleted!.contents).toBe(2430);
  await anna.call(trash.delete, { body: { document_ids: [plans] } });
  await app.work();
  const { rows } = await app.services.pool.query('select 1 from documents where organization_id = $1', [
    anna.organizationId,
  ]);
  expect(rows).toEqual([]);
});

it('lists documents deleted in connected accounts, and which apps can’t restore them', async () => {
  const account = await quietAccount(app, anna, 'dropbox');
  const [gone] = await addDocuments(app, anna, account, [{ name: 'gone.txt' }, { name: 'there.txt' }]);
  await app.services.pool.query('update documents set deleted_at = now() where id = $1', [gone]);
  const [listed] = await inTrash();
  expect(listed).toMatchObject({
    name: 'gone.txt',
    source: { slug: 'dropbox' },
    cannot: { restore: expect.stringContaining('Dropbox') },
  });
  await expect(restore(gone!)).rejects.toMatchObject({ status: 409 });
});
