import type { RemoteId, RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quietAccount } from '../../../testing/documents.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { writeItems } from './write-items.ts';

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  app = await testApp();
  me = await person(app);
});
afterAll(() => app.close());

const account = async () => ({ id: await quietAccount(app, me), organizationId: me.organizationId, listing: 1 });

const item = (id: string, given: Partial<RemoteItem> = {}): RemoteItem => ({
  id: id as RemoteId,
  parentId: 'folder' as RemoteId,
  name: id,
  kind: 'file',
  mimeType: null,
  size: 1,
  revision: '1',
  hashes: {},
  modifiedAt: null,
  ...given,
});

it('stores verbatim whatever a source reports', async () => {
  const { db } = app.services;
  const state = await account();
  const odd = [
    '"quoted"',
    'back\\slash\\',
    'two\nlines\t\u0001',
    'null',
    'NULL',
    '',
    '{a,b}',
    ' a, b ',
    '𝒳 \\"',
    '\\n',
  ];
  const items = odd.map((text, n) =>
    item(`${n}${text}`, {
      name: text,
      revision: text,
      hashes: { md5: text },
      modifiedAt: new Date(n),
      ownerName: text,
    }),
  );
  const write = () => db.transaction().execute((tx) => writeItems(tx, state, items));
  expect(await write()).toEqual([]);
  const stored = () =>
    db.selectFrom('documents').selectAll().where('account_id', '=', state.id).orderBy('remote_modified_at').execute();
  const first = await stored();
  expect(first.map((one) => [one.remote_id, one.name, one.revision, one.hashes, one.owner_name, one.size])).toEqual(
    odd.map((text, n) => [`${n}${text}`, text, text, { md5: text }, text, 1]),
  );
  // Unchanged items are not written again.
  await write();
  expect(await stored()).toEqual(first);
});

it('reads only the rows named in a page of a large account, also on a connection that has written only small accounts', async () => {
  const read = await app.services.db.connection().execute(async (db) => {
    for (let n = 0; n < 8; n++) {
      const state = await account();
      await db.transaction().execute((tx) => writeItems(tx, state, [item('one')]));
    }
    const state = await account();
    return db.transaction().execute(async (tx) => {
      const fetched = async () => {
        const { rows } = await sql<{ rows: number }>`select idx_tup_fetch + seq_tup_read as rows
          from pg_stat_xact_user_tables where relname = 'documents'`.execute(tx);
        return rows[0]!.rows;
      };
      const before = await fetched();
      for (let page = 0; page < 4; page++) {
        const folder = item(`folder ${page}`, { kind: 'folder', parentId: null });
        const files = Array.from({ length: 100 }, (_, n) => item(`${page}-${n}`, { parentId: folder.id }));
        await writeItems(tx, state, [folder, ...files]);
      }
      return (await fetched()) - before;
    });
  });
  expect(read).toBeLessThan(2000);
});
