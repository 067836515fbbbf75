import { contract } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { dropboxFiles } from '../../testing/dropbox-files.ts';
import { failure } from '../../testing/failure.ts';
import { listed, listedPaths, pathOf } from '../../testing/lists.ts';
import { person } from '../../testing/people.ts';
import { connectAndSync } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { uploadInto } from './testing/upload-into.ts';

const { documents, relocations, sharing, transfers } = contract;

const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));

it('lets editors change a folder of a connected account with its owner’s grant, and nothing outside it', async () => {
  const there = dropboxFiles(dropbox);
  there.reset({ '/Plans/': '', '/Plans/Old/': '', '/Plans/a.txt': 'a', '/b.txt': 'b' });
  const owner = await person(app);
  const guest = await person(app, { role: 'guest', organizationId: owner.organizationId });
  const account = await connectAndSync(app, owner, 'dropbox', 'ada');
  const data = await listed(owner, { account_id: account });
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
  expect(copied.data?.transfer?.status).toBe('pending');
  expect(there.paths()).toEqual([
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
  expect(there.paths()).not.toContain('/Plans/Old/renamed (1).txt');
  expect((await failure(guest.call(documents.change, { params: { id: b }, body: { name: 'x' } }))).status).toBe(404);
  expect((await failure(guest.call(transfers.list))).status).toBe(403);
  expect(await listedPaths(owner, { account_id: account })).toEqual(there.paths());
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
