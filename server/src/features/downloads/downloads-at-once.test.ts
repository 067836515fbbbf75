import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BlobStore } from '../../platform/blobs/index.ts';
import { quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { signedPath } from '../storage/index.ts';
import { sendZip } from './send-zip.ts';
import { findZip } from './stored-file.queries.ts';

/** Clients that open many downloads at once, or do not read them. */

const maxEach = 24;

const app = await forThisFile(testApp());
const base = await app.app.listen({ port: 0, host: '127.0.0.1' });
const me = await person(app);
const [id] = (await addFiles(app, me, await quietAccount(app, me), [{ name: 'a.txt', bytes: 'abc' }])) as [string];

const path = (who: TestPerson, thing: 'documents' | 'thumbnails' = 'documents', of = id) =>
  `/storage/${signedPath(app.services.keys, thing, of, { id: who.id, credential: { kind: 'session', id: who.sessionId } }, '1')}`;
const get = (who: TestPerson, ...rest: [('documents' | 'thumbnails')?]) =>
  app.request({ method: 'GET', url: path(who, ...rest) });
const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

/** Runs while the table of documents is locked, so that every request for one waits midway. */
async function whileHeldUp<T>(work: () => Promise<T>): Promise<T> {
  const blocker = await app.services.pool.connect();
  await blocker.query('begin; lock table documents in access exclusive mode');
  try {
    return await work();
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
}

it('serves at most the allowed number of simultaneous downloads, refuses the rest, and frees their places', async () => {
  const other = await person(app);
  const statuses: Record<number, number> = {};
  const asked: Promise<unknown>[] = [];
  const refusal = await whileHeldUp(async () => {
    for (let count = 0; count < maxEach + 10; count += 1)
      asked.push(
        get(me).then(({ status }) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
        }),
      );
    await expect.poll(() => statuses).toEqual({ 429: 10 });
    const theirs = get(other);
    asked.push(theirs.then(({ status }) => expect(status).toBe(404)));
    return get(me);
  });
  await Promise.all(asked);
  expect(statuses).toEqual({ 200: maxEach, 429: 10 });
  expect(refusal.status).toBe(429);
  expect(refusal.json).toEqual({
    code: 'rate_limited',
    message: 'Too many downloads at once. Wait until one has ended, then try again.',
  });
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
  const again = await many(maxEach, () => get(me));
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
});

it('counts downloads through the API against the same limit', async () => {
  const leave = Array.from({ length: maxEach }, () => app.app.downloads.files.take(me.id));
  const download = () => me.call(contract.documents.download, { params: { id } });
  expect(await failure(download())).toMatchObject({ status: 429, code: 'rate_limited' });
  for (const one of leave) one();
  await download();
  expect(app.app.downloads.files.count()).toBe(0);
});

it('frees the place of a client that leaves while a download is prepared', async () => {
  const someone = await person(app);
  const leaving = new AbortController();
  await whileHeldUp(async () => {
    const gone = Array.from({ length: maxEach }, () => fetch(base + path(someone), { signal: leaving.signal }));
    const ended = Promise.allSettled(gone);
    await expect.poll(() => app.app.downloads.files.count()).toBe(maxEach);
    expect((await get(someone)).status).toBe(429);
    leaving.abort();
    await ended;
    await expect.poll(() => app.app.downloads.files.count()).toBe(0);
  });
});

it('serves all pictures of a page, however many are requested at once', async () => {
  const statuses = await many(100, async () => (await get(me, 'thumbnails')).status);
  expect(new Set(statuses)).toEqual(new Set([204]));
});

it('reads at most 256 kB from the store for a zip that no one reads', async () => {
  const account = await quietAccount(app, me);
  const files = [
    ...Array.from({ length: 40 }, (_, index) => ({ name: `small ${index}`, bytes: randomBytes(15_000) })),
    { name: 'large', bytes: randomBytes(2_000_000) },
    ...Array.from({ length: 40 }, (_, index) => ({ name: `medium ${index}`, bytes: randomBytes(100_000) })),
  ];
  const zipped = [files, files.slice(40)];
  for (const given of zipped) {
    const ids = await addFiles(app, me, account, given);
    const { data } = await me.call(contract.documents.zip, { body: { document_ids: ids } });
    const zip = await findZip(
      app.services.db,
      { userId: me.id, credentialId: me.sessionId },
      /^zips\/([^?]+)/.exec(data.local_path)![1]!,
    );
    const counted = { bytes: 0 };
    const services = { ...app.services, blobs: counting(app.services.blobs, counted) };
    const bytes = (await sendZip(services, { ...zip!, mayHave: () => sql<boolean>`true` })).open();
    // The first piece is never consumed.
    const written = new Promise<void>((resolve) => bytes.pipe(new Writable({ write: () => resolve() })));
    await written;
    await expect.poll(async () => isStill(counted)).toBe(true);
    expect(counted.bytes).toBeGreaterThan(0);
    expect(counted.bytes).toBeLessThanOrEqual(262_144);
    bytes.destroy();
  }
});

/** Whether no more has been read after a round trip to the disk and the database. */
async function isStill(counted: { bytes: number }): Promise<boolean> {
  const before = counted.bytes;
  for (let round = 0; round < 5; round += 1) await app.services.pool.query('select 1');
  return counted.bytes === before;
}

/** A store that counts the bytes read. */
const counting = (blobs: BlobStore, counted: { bytes: number }): BlobStore => ({
  ...blobs,
  fileOf: undefined,
  async get(key, options) {
    const found = await blobs.get(key, options);
    if (!found) return null;
    const { readableHighWaterMark: highWaterMark } = found.body;
    const count = async function* () {
      for await (const chunk of found.body) {
        counted.bytes += chunk.length;
        yield chunk;
      }
    };
    return { ...found, body: Readable.from(count(), { objectMode: false, highWaterMark }) };
  },
});
