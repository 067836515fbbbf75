import type { RemoteId, RemoteItem } from '@sheaf/connectors';
import { type Document, documents } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { apart, columns, placed, reported, reportedOf } from './columns.ts';
import { takePlaces, writeItems } from './index.ts';

const app = await forThisFile(testApp());
const { db } = app.services;
const me = await person(app);

const first: RemoteItem = {
  id: 'first' as RemoteId,
  parentId: 'folder' as RemoteId,
  path: '/folder/photo.jpg',
  name: 'photo.jpg',
  kind: 'file',
  mimeType: 'image/jpeg',
  size: 7,
  revision: '1',
  hashes: { md5: 'a' },
  modifiedAt: new Date('2026-01-02T03:04:05Z'),
  webUrl: 'https://cloud.example/photo',
  ownerName: 'Ada',
};
/** Differs from the first item in everything that a source reports. */
const second: RemoteItem = {
  id: 'second' as RemoteId,
  parentId: null,
  path: '/sheet',
  name: 'Sheet.xlsx',
  kind: 'native',
  mimeType: null,
  size: null,
  revision: '2',
  hashes: {},
  exports: ['text/csv'],
  modifiedAt: null,
  webUrl: 'https://cloud.example/sheet',
  ownerName: 'Bo',
  conversation: {
    kind: 'chat',
    messages: 1,
    unread: 0,
    flagged: false,
    people: ['Bo'],
    others: 0,
    first_at: '2026-01-02T03:04:05.000Z',
  },
  threadId: 'thread' as RemoteId,
};

/** An account for which a source has reported these items. */
async function accountWith(items: readonly RemoteItem[]) {
  const id = await quietAccount(app, me);
  const write = () =>
    db.transaction().execute((tx) => writeItems(tx, { id, organizationId: me.organizationId, listing: 1 }, items));
  await write();
  const rows = () => db.selectFrom('documents').selectAll().where('account_id', '=', id).orderBy('remote_id').execute();
  return { id, write, rows };
}

it('lists each column of the table with its type, or says why it is not used', async () => {
  const { rows } = await sql<{ name: string; type: string }>`select attname as name, atttypid::regtype::text as type
    from pg_attribute where attrelid = 'documents'::regclass and attnum > 0 and not attisdropped`.execute(db);
  expect([...Object.keys(columns), ...Object.keys(apart)].sort()).toEqual(rows.map(({ name }) => name).sort());
  for (const [name, { type }] of Object.entries(columns)) {
    const same = await sql<{ type: string }>`select ${type}::regtype::text as type`.execute(db);
    expect([name, same.rows[0]!.type]).toEqual([name, rows.find((row) => row.name === name)!.type]);
  }
});

it('uses each column that is not listed as unused', () => {
  const idle = Object.entries(columns).filter(([, use]) => Object.keys(use).length === 1);
  expect(idle).toEqual([]);
});

it.each(reported)('writes %s as a source reports it, and again if only that has changed', async (name) => {
  const { write, rows } = await accountWith([first, second]);
  const stored = await rows();
  expect(stored.map((row) => plain(row[name]))).toEqual([first, second].map((item) => reportedOf(item)[name]));
  expect(plain(stored[0]![name])).not.toEqual(plain(stored[1]![name]));
  const column = sql.ref(name);
  await sql`update documents set ${column} = (select ${column} from documents where id = ${stored[1]!.id})
    where id = ${stored[0]!.id}`.execute(db);
  await write();
  expect((await rows()).map((row) => row[name])).toEqual(stored.map((row) => row[name]));
});

it('a moved document takes all columns of its place from the row that was there', async () => {
  const [from, to] = [await accountWith([first]), await accountWith([second])];
  const [[document], [place]] = [await from.rows(), await to.rows()];
  await db.transaction().execute((tx) => takePlaces(tx, [{ id: document!.id, place: place!.id }]));
  expect(await from.rows()).toEqual([]);
  const moved = await to.rows();
  const inPlace = (row: object) => Object.entries(row).filter(([name]) => (placed as readonly string[]).includes(name));
  expect(moved.map(inPlace)).toEqual([inPlace(place!)]);
  expect(moved).toMatchObject([{ id: document!.id, owner_id: document!.owner_id, created_at: document!.created_at }]);
});

it('lists send values as they are stored', async () => {
  const { id, rows } = await accountWith([first]);
  const { data } = await me.call(documents.list, { query: { account_id: id } });
  const [row] = await rows();
  for (const [name, use] of Object.entries(columns) as [keyof typeof columns, { read?: string }][])
    if (use.read === 'wire') expect(data[0]![name as keyof Document], name).toEqual(row![name]);
});

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
