import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { wantTexts } from './want-texts.ts';

const { documents, sharing } = contract;

const app = await forThisFile(testApp());

it('returns the beginnings of texts to people who may see the documents', async () => {
  const anna = await person(app);
  const account = await quietAccount(app, anna);
  const ids = await addFiles(app, anna, account, [
    { name: 'long.txt', bytes: `A title\n${'The harbour is deep. '.repeat(100)}` },
    { name: 'table.csv', bytes: 'Name,Price\n<b>Rope</b>,12' },
    { name: 'picture.png', bytes: 'no text' },
  ]);
  await wantTexts(app.services.db, ids);
  await app.work({ readTexts: true });
  const query = { ids: ids.join(',') };
  const found = (await anna.call(documents.excerpts, { query })).data;
  const texts = ids.map((id) => found.find((one) => one.id === id)?.text);
  expect(texts[0]).toMatch(/^A title\nThe harbour is deep\. /);
  expect(texts[0]).toHaveLength(600);
  expect(texts.slice(1)).toEqual(['Name | Price\n<b>Rope</b> | 12', undefined]);

  const berta = await person(app, { role: 'member', organizationId: anna.organizationId });
  expect((await berta.call(documents.excerpts, { query })).data).toEqual([]);
  await anna.call(sharing.share, { body: { inviting_ids: [berta.id], document_ids: [ids[1]!] } });
  expect((await berta.call(documents.excerpts, { query })).data.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await (await person(app)).call(documents.excerpts, { query })).data).toEqual([]);
});

it('rejects malformed ids and too many ids', async () => {
  const anna = await person(app);
  const id = '0198a3c2-0000-7000-8000-000000000001';
  for (const ids of ['', 'nonsense', Array(101).fill(id).join(',')])
    expect(await failure(anna.call(documents.excerpts, { query: { ids } }))).toMatchObject({ status: 422 });
});
