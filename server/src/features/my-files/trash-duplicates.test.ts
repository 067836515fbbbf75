import { contract, duplicates } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { tusClient } from './uploads/testing/tus.ts';

const { documents } = contract;

let anna: TestPerson;
const app = await forThisFile(testApp());
await app.app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(async () => {
  anna = await person(app);
});

const file = async (name: string, text = 'the same', who = anna) => {
  const { headers } = await tusClient(app, who).put(Buffer.from(text), { filename: name });
  return String(headers['upload-document']);
};
const content = async () => (await anna.call(duplicates.list)).data[0]!.id;
const keepOne = async (id: string, keep: string, who = anna) =>
  (await who.call(duplicates.trash, { body: { contents: [{ id, keep }] } })).data;
const names = async (query: object = {}) =>
  (await anna.call(documents.list, { query: { sort: 'name', ...query } })).data.map(({ name }) => name);

it('keeps the newest, oldest or chosen copy, and restores the others', async () => {
  const [a, b, c] = [await file('a.txt'), await file('b.txt'), await file('c.txt')];
  await file('other.txt', 'something else');
  for (const [keep, left] of [
    ['newest', 'c.txt'],
    ['oldest', 'a.txt'],
    [b, 'b.txt'],
  ] as const) {
    const { trashed, left_out } = await keepOne(await content(), keep);
    expect([trashed.length, left_out, await names()]).toEqual([2, [], [left, 'other.txt']]);
    expect((await anna.call(duplicates.list)).data).toEqual([]);
    await anna.call(documents.restore, { body: { document_ids: trashed } });
    expect(await names()).toEqual(['a.txt', 'b.txt', 'c.txt', 'other.txt']);
  }
  expect(new Set([a, b, c]).size).toBe(3);
});

it('leaves out files whose app has no trash, with the reason', async () => {
  await file('mine.txt');
  const account = await quietAccount(app, anna, 'sftp');
  await addFiles(app, anna, account, [{ name: 'there.txt', bytes: 'the same' }]);
  const [mine, there] = (await anna.call(duplicates.list)).data[0]!.documents;
  expect(await keepOne(await content(), mine!.id)).toEqual({
    trashed: [],
    left_out: [{ reason: there!.cannot.delete, count: 1 }],
  });
  expect(await keepOne(await content(), there!.id)).toEqual({ trashed: [mine!.id], left_out: [] });
  expect(await names()).toEqual(['there.txt']);
});

it('changes nothing if the file to keep is not one of the person’s copies', async () => {
  const bert = await person(app, { organizationId: anna.organizationId, role: 'member' });
  const theirs = await file('theirs.txt', 'the same', bert);
  const other = await file('other.txt', 'something else');
  await file('a.txt');
  await file('b.txt');
  const id = await content();
  for (const keep of [theirs, other, '00000000-0000-7000-8000-000000000000'])
    await expect(keepOne(id, keep)).rejects.toMatchObject({ status: 404 });
  await expect(keepOne('00'.repeat(32), 'newest')).rejects.toMatchObject({ status: 404 });
  for (const contents of [
    [],
    [{ id: 'x', keep: 'newest' }],
    [{ id, keep: 'best' }],
    [
      { id, keep: other },
      { id, keep: 'oldest' },
    ],
  ])
    await expect(anna.call(duplicates.trash, { body: { contents } })).rejects.toMatchObject({ status: 422 });
  expect(await names()).toEqual(['a.txt', 'b.txt', 'other.txt']);
  await keepOne(id, 'newest');
  expect((await bert.call(documents.list)).data.map(({ name }) => name)).toEqual(['theirs.txt']);
});

it('keeps one copy when two requests keep different ones', async () => {
  const ids = await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((name) => file(name)));
  const id = await content();
  const ended = await Promise.allSettled(ids.map((keep) => keepOne(id, keep)));
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await names()).toHaveLength(1);
});
