import { collections, documents } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

it('a collection shows how many documents are in it, and the newest that have a picture', async () => {
  const me = await person(app);
  const account = await quietAccount(app, me);
  const at = (day: number) => `2026-02-0${day}T00:00:00Z`;
  const ids = await addDocuments(app, me, account, [
    { name: 'words.txt', content: 'a', modified: at(9) },
    { name: 'not here yet.png', modified: at(8) },
    { name: 'first.png', content: 'b', modified: at(1) },
    { name: 'second.pdf', content: 'c', modified: at(2) },
    { name: 'third.jpg', content: 'd', modified: at(3) },
    { name: 'fourth.mp4', content: 'e', modified: at(4) },
    { name: 'fifth.png', content: 'f', modified: at(5) },
    { name: 'broken.png', content: 'g', modified: at(7) },
    { name: 'outside.png', content: 'h', modified: at(6) },
  ]);
  await app.services.pool.query(`insert into thumbnails (organization_id, sha256, state) values ($1, $2, 'none')`, [
    me.organizationId,
    Buffer.alloc(32, 'g'),
  ]);
  const made = (await me.call(collections.create, { body: { name: 'Pictures' } })).data;
  expect(made).toMatchObject({ count: 0, thumbnails: [] });
  await me.call(documents.tag, { body: { document_ids: ids.slice(0, 8), add_collections: [made.id] } });

  const [listed] = (await me.call(collections.list)).data;
  expect(listed).toMatchObject({ name: 'Pictures', count: 8 });
  const shown = listed!.thumbnails.map((path) => ids.indexOf(/^thumbnails\/([^?]+)\?/.exec(path)![1]!));
  expect(shown).toEqual([6, 5, 4, 3]);
  const renamed = await me.call(collections.update, { params: { id: made.id }, body: { name: 'All pictures' } });
  expect(renamed.data).toMatchObject({ name: 'All pictures', count: 8, thumbnails: listed!.thumbnails });
});

it('documents that one may no longer see do not count', async () => {
  const owner = await person(app);
  const guest = await person(app, { role: 'guest', organizationId: owner.organizationId });
  const account = await quietAccount(app, owner);
  const [id] = await addDocuments(app, owner, account, [{ name: 'plan.png', content: 'plan' }]);
  const share = `insert into document_shares (organization_id, document_id, principal_id, account_id) values ($1, $2, $3, $4)`;
  await app.services.pool.query(share, [owner.organizationId, id, guest.id, account]);
  const mine = (await guest.call(collections.create, { body: { name: 'Given to me' } })).data;
  await guest.call(documents.setCollections, { body: { document_id: id!, collections: [mine.id] } });
  expect((await guest.call(collections.get, { params: { id: mine.id } })).data).toMatchObject({ count: 1 });
  await app.services.pool.query('delete from document_shares where document_id = $1', [id]);
  const after = (await guest.call(collections.get, { params: { id: mine.id } })).data;
  expect(after).toMatchObject({ count: 0, thumbnails: [] });
});
