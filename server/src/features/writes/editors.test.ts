import { contract, type Document } from '@sheaf/contract';
import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectAccount } from '../../testing/consent.ts';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { uploadInto } from './testing/upload-into.ts';

const { documents, relocations, sharing, sources, transfers } = contract;
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

const pathOf = ({ location, name }: Document) => `/${[...location.map((folder) => folder.name), name].join('/')}`;

it('lets editors change a folder of a connected account with its owner’s grant, and nothing beside it', async () => {
  dropbox.control.mkdir({ person: ada, path: '/Plans' });
  dropbox.control.mkdir({ person: ada, path: '/Plans/Old' });
  dropbox.control.write({ person: ada, path: '/Plans/a.txt', text: 'a' });
  dropbox.control.write({ person: ada, path: '/b.txt', text: 'b' });
  const owner = await person(app);
  const guest = await person(app, { role: 'guest', organizationId: owner.organizationId });
  const account = (await connectAccount(owner, 'dropbox', ada)).id;
  const sync = { file_mode: 'all' as const, chat_mode: 'selected' as const, file_selected_folders: [] };
  await owner.call(sources.syncSettings, { body: { source_account_id: account, data: { sync } } });
  await app.work();
  const { data } = await owner.call(documents.list, { query: { account_id: account } });
  const idOf = (path: string) => data.find((document) => pathOf(document) === path)!.id;
  const [plans, old, a, b] = ['/Plans', '/Plans/Old', '/Plans/a.txt', '/b.txt'].map(idOf) as [
    string,
    string,
    string,
    string,
  ];
  const body = { inviting_ids: [guest.id], document_ids: [plans], permission: 'edit' as const };
  await owner.call(sharing.share, { body });

  await guest.call(documents.createFolder, { body: { name: 'New', parent_id: plans } });
  expect((await uploadInto(app, guest, { filename: 'up.txt', parent_id: plans }, 'up')).status).toBe(201);
  await guest.call(documents.change, { params: { id: a }, body: { name: 'renamed.txt' } });
  const copied = await guest
    .call(relocations.copy, { body: { document_ids: [a], parent_id: old } })
    .catch((error) => error);
  await app.work();
  await guest.call(relocations.move, { body: { document_ids: [a], parent_id: old, on_conflict: 'rename' } });
  await app.work();
  const there = () =>
    dropbox.control
      .list({ person: ada, path: '' })
      .map(({ path }) => path)
      .sort();
  expect(copied.data?.transfer?.status).toBe('pending');
  expect(there()).toEqual([
    '/Plans',
    '/Plans/New',
    '/Plans/Old',
    '/Plans/Old/renamed (1).txt',
    '/Plans/Old/renamed.txt',
    '/Plans/up.txt',
    '/b.txt',
  ]);
  await guest.call(documents.delete, { body: { document_ids: [a] } });
  await app.work();
  expect(there()).not.toContain('/Plans/Old/renamed (1).txt');
  expect((await failure(guest.call(documents.change, { params: { id: b }, body: { name: 'x' } }))).status).toBe(404);
  expect((await failure(guest.call(transfers.list))).status).toBe(403);
  const owned = (await owner.call(documents.list, { query: { account_id: account } })).data;
  expect(owned.map(pathOf).sort()).toEqual(there());
});

it('stops a copy when its requester may no longer edit the folder', async () => {
  const owner = await person(app);
  const bea = await person(app, { role: 'member', organizationId: owner.organizationId });
  const top = (await owner.call(documents.createFolder, { body: { name: 'Top', parent_id: null } })).data.id;
  const inner = (await owner.call(documents.createFolder, { body: { name: 'Inner', parent_id: top } })).data.id;
  const file = String(
    (await uploadInto(app, owner, { filename: 'a.txt', parent_id: top }, 'a')).headers['upload-document'],
  );
  const share = (permission: 'view' | 'edit') =>
    owner.call(sharing.share, { body: { inviting_ids: [bea.id], document_ids: [top], permission } });
  await share('edit');
  const { transfer } = (await bea.call(relocations.copy, { body: { document_ids: [file], parent_id: inner } })).data;
  await share('view');
  await app.work();
  expect((await bea.call(transfers.get, { params: { id: transfer!.id } })).data).toMatchObject({
    status: 'paused',
    problem: 'You can no longer edit the folder this goes to.',
    from: { account: { display_name: null } },
  });
  expect((await owner.call(documents.list, { query: { parent_id: inner } })).data).toEqual([]);
});
