import { contract } from '@sheaf/contract';
import { beforeEach, expect, it } from 'vitest';
import { failure } from '../../../testing/failure.ts';
import { person } from '../../../testing/people.ts';
import { driveToDropbox, paths } from '../testing/drive-to-dropbox.ts';
import { itemsOf, sync, transferAll } from '../testing/driver.ts';

const { transfers } = contract;

const world = await driveToDropbox();
let { app, google, from, to, me, accounts } = world;
beforeEach(() => {
  ({ app, google, from, to, me, accounts } = world);
});
const { files } = world;

it('creates a folder at the destination that a transfer can go into and link to', async () => {
  await files('a.txt');
  const place = { source_account_id: accounts.to_account_id };
  const outer = (await me.call(transfers.createFolder, { body: { ...place, name: ' From Drive ' } })).data;
  expect(outer.name).toBe('From Drive');
  const inner = (await me.call(transfers.createFolder, { body: { ...place, parent_id: outer.id, name: '2026' } })).data;
  expect(await paths(to)).toEqual(['From Drive', 'From Drive/2026']);
  const again = (await me.call(transfers.createFolder, { body: { ...place, parent_id: outer.id, name: '2026' } })).data;
  expect(again).toEqual(inner);

  const before = await transferAll(app, me, { ...accounts, to_folder_id: inner.id });
  expect(before).toMatchObject({ status: 'completed', to: { folder: { name: '2026', document_id: null } } });
  expect(await paths(to)).toContain('From Drive/2026/a.txt');
  await sync(app, me, accounts.to_account_id);
  const { folder } = (await me.call(transfers.get, { params: { id: before.id } })).data.to;
  const listed = await me.call(contract.documents.list, { query: { parent_id: folder!.document_id! } });
  expect(listed.data.map(({ name }) => name)).toEqual(['a.txt']);
});

it('gives a folder in My files a document as parent', async () => {
  const [mine] = (await me.call(transfers.myFiles)).data;
  const place = { source_account_id: mine!.id };
  const outer = (await me.call(transfers.createFolder, { body: { ...place, name: 'Outer' } })).data;
  const inner = (await me.call(transfers.createFolder, { body: { ...place, parent_id: outer.id, name: 'Inner' } }))
    .data;
  const { data } = await me.call(contract.documents.get, { params: { id: inner.id } });
  expect(data).toMatchObject({ name: 'Inner', parent_id: outer.id });
});

it('rejects folders of others, and names the cloud doesn’t accept', async () => {
  const body = { source_account_id: accounts.to_account_id, name: 'New' };
  const other = await person(app);
  expect((await failure(other.call(transfers.createFolder, { body }))).code).toBe('not_found');
  const strange = { ...body, parent_id: 'id:nowhere' };
  expect((await failure(me.call(transfers.createFolder, { body: strange }))).status).toBeLessThan(500);
  const refused = await failure(me.call(transfers.createFolder, { body: { ...body, name: 'and/or' } }));
  expect(refused).toMatchObject({ status: 422, errors: { name: ['Dropbox doesn’t allow this name'] } });
  expect(await paths(to)).toEqual([]);
});

it('counts items that can’t be transferred separately, and online documents with their export’s size', async () => {
  await from.native!(['Minutes']);
  google.control.add({ person: 'ada', name: 'Shortcut', mimeType: 'application/vnd.google-apps.shortcut' });
  google.control.add({ person: 'ada', name: 'Macro 1', mimeType: 'application/vnd.google-apps.script' });
  await files('a.txt');
  const transfer = await transferAll(app, me, accounts);
  expect(transfer).toMatchObject({
    status: 'completed',
    skipped: 1,
    not_transferable: 1,
    chosen: { count: 0 },
    percent: 100,
  });
  expect(transfer.bytes).toBe(transfer.total_bytes);
  const items = new Map((await itemsOf(me, transfer.id)).map((item) => [item.path, item]));
  expect(items.get('Minutes')).toMatchObject({ reason: 'Converted to Word (.docx).', in_progress: false });
  expect(items.get('Macro 1')).toMatchObject({ reason: 'Converted to JSON (.json).', new_path: 'Macro 1.json' });
  expect(items.get('Shortcut')).toMatchObject({ outcome: 'not_transferable' });
});
