import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const { search, sharing } = contract;

/** A mailbox with two threads, one with an attachment, and files of two people. */
const app = await forThisFile(testApp());
const me = await person(app);
const other = await person(app, { organizationId: me.organizationId });
const mailbox = await quietAccount(app, me, 'gmail');
const ids = await addDocuments(app, me, mailbox, [{ name: 'Budget' }, { name: 'Lunch' }, { name: 'Numbers.xlsx' }]);
const { pool } = app.services;
await pool.query(
  `update users u set name = x.name from unnest($1::uuid[], $2::text[]) x (id, name) where u.id = x.id`,
  [
    [me.id, other.id],
    ['Zoë Marsh', 'Henrik Sund'],
  ],
);
await pool.query(
  `update documents d set remote_id = x.remote_id, thread_remote_id = x.thread, owner_name = x.owner
   from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) x (id, remote_id, thread, owner) where d.id = x.id`,
  [
    ids,
    ['thread:budget', 'thread:lunch', 'attachment:["1","1"]'],
    [null, null, 'thread:budget'],
    ['Bruno Keller', 'Zoë Marsh', 'Bruno Keller'],
  ],
);
const wrote = async (thread: string, name: string, address: string) =>
  pool.query(
    `insert into messages (id, account_id, remote_id, thread_remote_id, thread_title, channel_ids, is_unread, is_flagged,
       author, recipients, sent_at, body_type, body, attachments, revision)
     values ($1, $2, $3, $4, $4, '{}', false, false, $5, '[]', now(), 'text', '', '[]', '1')`,
    [newId(), mailbox, newId(), thread, JSON.stringify({ name, address })],
  );
await wrote('budget', 'Bruno Keller', 'bruno@keller.example');
await wrote('budget', 'Chloé Blanc', 'chloe@blanc.example');
await wrote('lunch', 'Zoë Marsh', me.email);
await addDocuments(app, me, await quietAccount(app, me), [{ name: 'Mine.txt' }]);
const [theirs] = await addDocuments(app, other, await quietAccount(app, other), [{ name: 'Theirs.txt' }]);
await other.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: [theirs!] } });

const names = async (who: TestPerson, q: string) =>
  (await who.call(search.find, { query: { q } })).data.map(({ document }) => document.name).sort();

it.each([
  ['from:bruno', ['Budget', 'Numbers.xlsx']],
  ['from:"Bruno Keller" type:excel', ['Numbers.xlsx']],
  ['from:bruno@keller.example', ['Budget', 'Numbers.xlsx']],
  ['from:chloe', ['Budget']],
  ['from:me', ['Lunch', 'Mine.txt']],
  ['from:henrik', ['Theirs.txt']],
  ['from:zoe', ['Lunch', 'Mine.txt']],
  ['from:nobody', []],
  ['from:100%', []],
  ['-from:bruno -from:me', ['Theirs.txt']],
  ['budget from:chloé', ['Budget']],
])('finds what the person sent and their files for %s', async (q, expected) => {
  expect(await names(me, q)).toEqual(expected);
});

it('shows only what one may see', async () => {
  expect(await names(other, 'from:bruno')).toEqual([]);
  const suggested = await other.call(search.suggest, { query: { q: 'from:bru' } });
  expect(suggested.data).toEqual([]);
});

it('suggests people who wrote to oneself and owners of visible files', async () => {
  const suggested = async (q: string) =>
    (await me.call(search.suggest, { query: { q } })).data.map(({ text, query }) => [text, query]);
  expect(await suggested('from:bru')).toEqual([['Bruno Keller', 'from:"Bruno Keller" ']]);
  expect(await suggested('from:hen')).toEqual([['Henrik Sund', 'from:"Henrik Sund" ']]);
  expect((await suggested('from:m'))[0]).toEqual(['me', 'from:me ']);
});
