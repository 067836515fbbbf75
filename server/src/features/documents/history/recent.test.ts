import { type CallInput, documents, sharing } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../../testing/documents.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { upload } from '../../../testing/upload.ts';
import { maxRecent } from './recent.ts';

const app = await forThisFile(testApp());
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });

type Query = NonNullable<CallInput<typeof documents.list>['query']>;
const recent = async (who: TestPerson, query: Query = {}) =>
  (await who.call(documents.list, { query: { recent: 'true', ...query } })).data.map(({ name }) => name);
const open = (who: TestPerson, id: string) => who.call(documents.open, { params: { id } });

it('lists what one opened, downloaded, uploaded or renamed, newest first, and nothing that only a sync added', async () => {
  const me = await person(app);
  const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
  const account = await quietAccount(app, me);
  const [plan, folder] = await addDocuments(app, me, account, [
    { name: 'plan.pdf' },
    { name: 'Folder', folder: true },
    { name: 'never opened.pdf' },
  ]);
  expect(await recent(me)).toEqual([]);
  const notes = await upload(origin, me.token, 'notes.txt', 'Notes');
  expect(await recent(me)).toEqual(['notes.txt']);
  await open(me, plan!);
  await open(me, folder!);
  expect(await recent(me)).toEqual(['plan.pdf', 'notes.txt']);
  await me.call(documents.download, { params: { id: notes } });
  expect(await recent(me)).toEqual(['notes.txt', 'plan.pdf']);
  // Also within the hour in which opening is recorded only once.
  await open(me, plan!);
  expect(await recent(me)).toEqual(['plan.pdf', 'notes.txt']);
  await me.call(documents.change, { params: { id: notes }, body: { name: 'words.txt' } });
  expect(await recent(me)).toEqual(['words.txt', 'plan.pdf']);
  expect(await recent(me, { sort: 'name' })).toEqual(['plan.pdf', 'words.txt']);
  expect(await recent(me, { search: 'plan' })).toEqual(['plan.pdf']);
  const { data, pagination } = await me.call(documents.list, { query: { recent: 'true', page: 2, per_page: 1 } });
  expect([data.map(({ name }) => name), pagination.total]).toEqual([['plan.pdf'], 2]);
  expect(await recent(colleague)).toEqual([]);
});

it('is personal, and contains only what one may still see', async () => {
  const me = await person(app);
  const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
  const account = await quietAccount(app, me);
  const [plan] = await addDocuments(app, me, account, [{ name: 'plan.pdf' }]);
  await me.call(sharing.share, { body: { inviting_ids: [colleague.id], document_ids: [plan!] } });
  await open(colleague, plan!);
  expect([await recent(me), await recent(colleague)]).toEqual([[], ['plan.pdf']]);
  await me.call(sharing.unshare, { params: { userId: colleague.id, documentId: plan! } });
  expect(await recent(colleague)).toEqual([]);
});

it('keeps only the newest ones with concurrent writes', async () => {
  const me = await person(app);
  const account = await quietAccount(app, me);
  const ids = await addDocuments(
    app,
    me,
    account,
    Array.from({ length: 12 }, (_, n) => ({ name: `${n}.pdf` })),
  );
  const { pool } = app.services;
  await pool.query(
    `insert into recent_documents (organization_id, user_id, document_id, used_at)
     select $1, $2, gen_random_uuid(), now() - n * interval '1 minute' from generate_series(1, $3) n`,
    [me.organizationId, me.id, maxRecent + 50],
  );
  await Promise.all([...ids, ...ids].map((id) => open(me, id)));
  await open(me, ids[0]!);
  expect((await recent(me)).length).toBe(12);
  const { rows } = await pool.query('select count(*)::int as kept from recent_documents where user_id = $1', [me.id]);
  expect(rows).toEqual([{ kept: maxRecent }]);
});
