import { type CallInput, documents, search, sharing, stars } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

type Query = NonNullable<CallInput<typeof documents.list>['query']>;
const starred = async (who: TestPerson, query: Query = {}) =>
  (await who.call(documents.list, { query: { place: 'starred', ...query } })).data.map(({ name }) => name);
const star = (who: TestPerson, ids: string[], value = true) =>
  who.call(stars.set, { body: { document_ids: ids, starred: value } });

it('lists starred documents across places, newest star first, and marks them in every list', async () => {
  const me = await person(app);
  const [first, second] = [await quietAccount(app, me), await quietAccount(app, me, 'dropbox')];
  const [plan, folder] = await addDocuments(app, me, first, [{ name: 'plan.pdf' }, { name: 'Folder', folder: true }]);
  const [photo] = await addDocuments(app, me, second, [{ name: 'photo.jpg' }, { name: 'plain.jpg' }]);
  expect(await starred(me)).toEqual([]);
  await star(me, [plan!]);
  await star(me, [photo!]);
  await star(me, [folder!, plan!]);
  expect(await starred(me)).toEqual(['Folder', 'photo.jpg', 'plan.pdf']);
  expect(await starred(me, { sort: 'name' })).toEqual(['Folder', 'photo.jpg', 'plan.pdf']);
  expect(await starred(me, { search: 'plan' })).toEqual(['plan.pdf']);
  expect(await starred(me, { kind: 'folder' })).toEqual(['Folder']);
  const found = await me.call(search.find, { query: { q: 'photo plain', place: 'starred' } });
  expect(found.data.map(({ document }) => document.name)).not.toContain('plain.jpg');
  const { data, pagination } = await me.call(documents.list, { query: { place: 'starred', page: 2, per_page: 1 } });
  expect([data.map(({ name }) => name), pagination.total]).toEqual([['photo.jpg'], 3]);
  const all = (await me.call(documents.list, { query: { sort: 'name' } })).data;
  expect(all.map((document) => [document.name, document.starred])).toEqual([
    ['Folder', true],
    ['photo.jpg', true],
    ['plain.jpg', false],
    ['plan.pdf', true],
  ]);
  await star(me, [photo!, folder!], false);
  await star(me, [photo!], false);
  expect(await starred(me)).toEqual(['plan.pdf']);
  expect((await me.call(documents.get, { params: { id: plan! } })).data.starred).toBe(true);
});

it('keeps stars private, and lists only documents that one still sees', async () => {
  const me = await person(app);
  const colleague = await person(app, { organizationId: me.organizationId, role: 'guest' });
  const [plan] = await addDocuments(app, me, await quietAccount(app, me), [{ name: 'plan.pdf' }]);
  await expect(star(colleague, [plan!])).rejects.toMatchObject({ status: 404 });
  await me.call(sharing.share, { body: { inviting_ids: [colleague.id], document_ids: [plan!] } });
  await star(colleague, [plan!]);
  expect([await starred(colleague), await starred(me)]).toEqual([['plan.pdf'], []]);
  expect((await me.call(documents.get, { params: { id: plan! } })).data.starred).toBe(false);
  await me.call(sharing.unshare, { params: { userId: colleague.id, documentId: plan! } });
  expect(await starred(colleague)).toEqual([]);
});

it('rejects more stars than a person can have', async () => {
  const me = await person(app);
  const account = await quietAccount(app, me);
  const [first] = await addDocuments(app, me, account, [{ name: 'first.txt' }]);
  await app.services.pool.query(
    `with made as (insert into documents (id, organization_id, account_id, owner_id, remote_id, name, kind, revision, listing)
       select gen_random_uuid(), $1, $2, $3, n::text, n || '.txt', 'file', '1', 1 from generate_series(1, 5000) n returning id)
     insert into starred_documents (organization_id, user_id, document_id) select $1, $3, id from made`,
    [me.organizationId, account, me.id],
  );
  await expect(star(me, [first!])).rejects.toMatchObject({
    status: 409,
    message: 'You can star up to 5,000 documents. Remove the star from some first.',
  });
  expect((await me.call(documents.list, { query: { place: 'starred' } })).pagination.total).toBe(5000);
});
