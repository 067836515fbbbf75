import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { ListOutdated, openFence } from './write-fence.ts';

const app = await forThisFile(testApp());

it('writes nothing of a page requested before a change', async () => {
  const { db } = app.services;
  const me = await person(app);
  const account = await quietAccount(app, me, 'dropbox');
  const [document] = await addDocuments(app, me, account, [{ name: 'b.txt' }]);
  const fence = await openFence(db, account);
  await fence.check(db);
  await sql`insert into account_writes (id, organization_id, account_id, document_id, kind, name)
    values (${newId()}, ${me.organizationId}, ${account}, ${document}, 'change', 'c.txt')`.execute(db);
  await expect(fence.check(db)).rejects.toThrow(ListOutdated);
  await expect(openFence(db, account)).rejects.toThrow(ListOutdated);
  await sql`update account_writes set state = 'done', stamp = nextval('account_write_stamps')`.execute(db);
  await expect(fence.check(db)).rejects.toThrow(ListOutdated);
  await (await openFence(db, account)).check(db);
});
