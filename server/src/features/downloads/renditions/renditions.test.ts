import { documents, renditions, sharing } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { oldOffice, standIn, writesPdf } from '../../../platform/office/testing/stand-in.ts';
import { quietAccount } from '../../../testing/documents.ts';
import { failure } from '../../../testing/failure.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { testApp } from '../../../testing/test-app.ts';
import { renditionKey } from '../../storage/index.ts';
import { claimRendition, recordRendition } from './renditions.queries.ts';

let anna: TestPerson;
let account: string;
let count = 0;
const office = await standIn(`grep -q hopeless "$1" && exit 1; ${writesPdf}`);
afterAll(() => office.remove());
const app = await forThisFile(testApp({ soffice: office.program }));
beforeEach(async () => {
  anna = await person(app);
  account = await quietAccount(app, anna);
});

const add = async (name: string, text: string | Buffer = `letter ${++count}`): Promise<string> =>
  (await addFiles(app, anna, account, [{ name, bytes: typeof text === 'string' ? oldOffice(text) : text }]))[0]!;
const ask = async (id: string, who = anna) => (await who.call(renditions.prepare, { params: { id } })).data;
const fetchFrom = (local: string | null) => app.request({ method: 'GET', url: `/storage/${local}` });
const runs = async () => (await office.runs()).length;
const change = (values: string) =>
  app.services.pool.query(`update renditions set ${values} where organization_id = $1`, [anna.organizationId]);

it.each(['letter.doc', 'talk.PPT'])(
  'makes a PDF of %s once, and shows it to everyone who can see the file',
  async (name) => {
    const id = await add(name, `hello ${name}`);
    expect(await ask(id)).toEqual({ state: 'preparing', local_path: null, reason: null });
    expect((await ask(id)).state).toBe('preparing');
    const before = await runs();
    await app.work();
    const ready = await ask(id);
    expect(ready).toMatchObject({ state: 'ready', reason: null });
    const shown = await fetchFrom(ready.local_path);
    expect([shown.status, shown.body, shown.headers['content-type']]).toEqual([
      200,
      `%PDF-1.4 of hello ${name}`,
      'application/pdf',
    ]);
    const copy = await add(`copy of ${name}`, `hello ${name}`);
    expect((await ask(copy)).state).toBe('ready');
    await app.work();
    expect(await runs()).toBe(before + 1);
  },
);

it('is available only to people who can see the file, and only while they can', async () => {
  const bert = await person(app, { role: 'member', organizationId: anna.organizationId });
  const id = await add('secret.doc');
  expect((await failure(ask(id, bert))).status).toBe(404);
  expect((await failure(ask(id, await person(app)))).status).toBe(404);
  await ask(id);
  await app.work();
  await anna.call(sharing.share, { body: { inviting_ids: [bert.id], document_ids: [id] } });
  const { local_path } = await ask(id, bert);
  expect((await fetchFrom(local_path)).status).toBe(200);
  expect((await fetchFrom(local_path!.replace('renditions/', 'documents/'))).status).toBe(404);
  await anna.call(sharing.unshare, { params: { userId: bert.id, documentId: id } });
  expect((await fetchFrom(local_path)).status).toBe(404);
});

it('is no longer shown when the file has other bytes', async () => {
  const [id, other] = [await add('a.doc'), await add('b.doc')];
  await ask(id);
  await app.work();
  const { local_path } = await ask(id);
  await app.services.pool.query(
    'update documents set sha256 = (select sha256 from documents where id = $2) where id = $1',
    [id, other],
  );
  expect((await fetchFrom(local_path)).status).toBe(404);
  expect((await ask(id)).state).toBe('preparing');
});

it('says why there is none, and tries again a day later', async () => {
  const id = await add('a.doc', `hopeless ${++count}`);
  await ask(id);
  await app.work();
  const before = await runs();
  const none = { state: 'unavailable', local_path: null, reason: 'This file is damaged, or not what its name says.' };
  expect(await ask(id)).toEqual(none);
  await app.work();
  expect(await runs()).toBe(before);
  await change(`changed_at = now() - interval '25 hours'`);
  expect((await ask(id)).state).toBe('preparing');
  await app.work();
  expect(await runs()).toBe(before + 1);
});

it('is made again if its bytes are lost', async () => {
  const id = await add('a.doc');
  await ask(id);
  await app.work();
  const { rows } = await app.services.pool.query<{ sha256: Buffer }>('select sha256 from documents where id = $1', [
    id,
  ]);
  await app.services.blobs.delete(renditionKey(anna.organizationId, rows[0]!.sha256));
  expect((await ask(id)).state).toBe('preparing');
  await app.work();
  expect((await fetchFrom((await ask(id)).local_path)).status).toBe(200);
});

it('is made by another worker if one dies with it, a limited number of times', async () => {
  const id = await add('a.doc');
  await ask(id);
  const { db } = app.services;
  const dead = await claimRendition(db, 600);
  await app.work();
  expect((await ask(id)).state).toBe('preparing');
  await change('next_try_at = now()');
  const second = await claimRendition(db, 600);
  // A stalled worker can't overwrite the result of the current one.
  expect(await recordRendition(db, dead!, { problem: 'late' })).toBe(false);
  expect(await recordRendition(db, second!, { problem: 'in time' })).toBe(true);
  expect((await ask(id)).reason).toBe('in time');
  await change(`state = 'waiting', tries = 3, next_try_at = now()`);
  await app.services.pool.query(`select graphile_worker.add_job('renditions.make')`);
  await app.work();
  expect((await ask(id)).reason).toBe('Couldn’t prepare a preview of this file.');
});

it('is made only for old office files, and needs the program', async () => {
  const [modern, folder] = [await add('a.docx'), await add('a.xls')];
  for (const id of [modern, folder]) expect((await failure(ask(id))).status).toBe(409);
  const without = await testApp({ soffice: null });
  try {
    const carl = await person(without);
    const [id] = await addFiles(without, carl, await quietAccount(without, carl), [
      { name: 'a.doc', bytes: oldOffice('x') },
    ]);
    const { data } = await carl.call(renditions.prepare, { params: { id: id! } });
    expect(data).toMatchObject({ state: 'unavailable', reason: expect.stringMatching(/needs LibreOffice/) });
  } finally {
    await without.close();
  }
  const { data } = await anna.call(documents.get, { params: { id: modern } });
  expect(data.name).toBe('a.docx');
});
