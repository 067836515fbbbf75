import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { inheritPending } from './index.ts';

const { pendingShares } = contract;

const app = await forThisFile(testApp());

it('gives a document that replaces another the pending shares of that one, once', async () => {
  const owner = await person(app);
  const files = await addDocuments(app, owner, await quietAccount(app, owner), [{ name: 'a' }, { name: 'b' }]);
  const [id, place] = [files[0]!, files[1]!];
  const share = (document: string, emails: string[]) =>
    owner.call(pendingShares.create, { body: { emails, document_ids: [document] } });
  await share(id, ['both@example.com']);
  await share(place, ['both@example.com', 'other@example.com']);
  await inheritPending(app.services.db, [{ id, place }]);
  const { data } = await owner.call(pendingShares.list, { params: { documentId: id } });
  expect(data.map(({ email }) => email)).toEqual(['both@example.com', 'other@example.com']);
});
