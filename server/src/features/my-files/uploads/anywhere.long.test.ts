import { randomBytes } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type S3Sandbox, startS3 } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBlobLocation } from '../../../platform/blobs/index.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { type SecondServer, secondServer } from '../../../testing/servers/second-server.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { contentKey } from '../../storage/index.ts';
import { type Answer, tusClient } from './testing/tus.ts';

/** Requests of an upload may reach different processes: two servers on one database and one store. */

const MiB = 1024 * 1024;
const dayMs = 24 * 3_600_000;

describe.each(['folder', 'S3'] as const)('two processes with one %s', (kind) => {
  let s3: S3Sandbox | undefined;
  let app: TestApp;
  let other: SecondServer;
  let anna: TestPerson;
  let here: ReturnType<typeof tusClient>;
  let there: ReturnType<typeof tusClient>;
  beforeAll(async () => {
    if (kind === 'S3') s3 = await startS3({ bucket: 'sheaf', accessKeyId: 'sheaf', secretAccessKey: 'secret' });
    const blobs = s3 && parseBlobLocation(`s3://sheaf:secret@sheaf?endpoint=${encodeURIComponent(s3.url)}`);
    app = await testApp(blobs ? { blobs } : {});
    other = await secondServer(app);
    for (const server of [app, other]) await server.app.listen({ port: 0, host: '127.0.0.1' });
    anna = await person(app);
    here = tusClient(app, anna);
    there = tusClient(other, anna);
  });
  afterAll(async () => {
    await other.close();
    await app.close();
    await s3?.stop();
  });

  const query = async (sql: string, ...values: unknown[]) => (await app.services.pool.query(sql, values)).rows;
  const pathOf = (answer: Answer) => String(answer.headers.location);
  const idOf = (path: string) => path.split('/').at(-1)!;
  async function stored({ headers }: Answer): Promise<Buffer> {
    const [row] = await query(
      'select organization_id, sha256 from documents where id = $1',
      headers['upload-document'],
    );
    const blob = await other.services.blobs.get(contentKey(row.organization_id, row.sha256));
    return Buffer.concat(await blob!.body.toArray());
  }
  /** Bytes of unfinished uploads, wherever they are. */
  const remains = async (): Promise<string[]> =>
    s3
      ? [
          ...s3.bucket.keys().filter((key) => key.startsWith('uploads/')),
          ...[...s3.bucket.uploads.values()].map(({ key }) => key),
        ]
      : (await readdir(app.services.blobs.spoolDir)).filter((name) => name.startsWith('upload-'));
  const isHeld = async (path: string) =>
    (await query('select held_by is not null as held from uploads where id = $1', idOf(path)))[0].held;
  const expire = async () => {
    await query(`select graphile_worker.add_job('uploads.expire')`);
    await app.work();
  };

  it('take the parts of a file in turns', async () => {
    const content = randomBytes(17 * MiB + 5);
    const path = pathOf(await here.create(content.length, { filename: 'turns.bin' }));
    for (const [n, end] of [100_000, 9 * MiB, 10 * MiB].entries()) {
      const [sender, asker] = n % 2 === 0 ? [there, here] : [here, there];
      const offset = Number((await asker.head(path)).headers['upload-offset']);
      expect(await sender.patch(path, offset, content.subarray(offset, end))).toMatchObject({
        status: 204,
        headers: { 'upload-offset': String(end) },
      });
    }
    const last = await there.patch(path, 10 * MiB, content.subarray(10 * MiB));
    expect(last.headers['upload-outcome']).toBe('created');
    expect((await stored(last)).equals(content)).toBe(true);
    expect((await here.head(path)).headers['upload-document']).toBe(last.headers['upload-document']);
    const small = await here.put(Buffer.from('small'), { filename: 'small.txt' });
    expect((await stored(small)).toString()).toBe('small');
    expect(await remains()).toEqual([]);
  });

  it('let one of two requests at the same offset win, and asking elsewhere end a broken one', async () => {
    const content = randomBytes(300_000);
    const path = pathOf(await here.create(content.length, { filename: 'at once.bin' }));
    const body = new PassThrough();
    const first = here.patch(path, 0, body);
    body.write(content.subarray(0, 1000));
    await expect.poll(() => isHeld(path)).toBe(true);
    let asked = 0;
    other.services.pool.on('acquire', () => {
      asked += 1;
    });
    const second = there.patch(path, 0, content.subarray(0, 100_000));
    // More often than a request that doesn't have to wait.
    await expect.poll(() => asked).toBeGreaterThan(12);
    body.end(content.subarray(1000, 100_000));
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await there.head(path)).headers['upload-offset']).toBe('100000');

    const silent = new PassThrough();
    const broken = here.patch(path, 100_000, silent);
    silent.write(content.subarray(100_000, 150_000));
    await expect.poll(() => isHeld(path)).toBe(true);
    await there.head(path);
    expect((await broken).status).toBe(409);
    silent.destroy();
    const offset = Number((await there.head(path)).headers['upload-offset']);
    const last = await there.patch(path, offset, content.subarray(offset));
    expect((await stored(last)).equals(content)).toBe(true);
  });

  it('ignore the bytes of a replaced request, and take over from a dead one', async () => {
    const content = randomBytes(200_000);
    const path = pathOf(await here.create(content.length, { filename: 'replaced.bin' }));
    const body = new PassThrough();
    const frozen = here.patch(path, 0, body);
    body.write(Buffer.alloc(1000));
    await expect.poll(() => isHeld(path)).toBe(true);
    // Another process does this when the request has been silent for some time.
    await query('update uploads set turn = turn + 1, held_by = null, epoch = epoch + 1 where id = $1', idOf(path));
    expect((await there.patch(path, 0, content.subarray(0, 150_000))).status).toBe(204);
    expect((await frozen).status).toBe(409);
    body.destroy();
    expect((await there.head(path)).headers['upload-offset']).toBe('150000');
    await query(
      `update uploads set turn = turn + 1, held_by = turn + 1, held_until = now() - interval '1 second' where id = $1`,
      idOf(path),
    );
    const last = await here.patch(path, 150_000, content.subarray(150_000));
    expect((await stored(last)).equals(content)).toBe(true);
    expect(await query('select epoch, held_by from uploads where id = $1', idOf(path))).toEqual([
      { epoch: 2, held_by: null },
    ]);
    expect(await remains()).toEqual([]);
  });

  it('clean up expired and unknown uploads, whichever process runs the job', async () => {
    const half = randomBytes(9 * MiB);
    const begin = async () => {
      const path = pathOf(await there.create(20 * MiB, { filename: 'given up.bin' }));
      await there.patch(path, 0, half);
      return path;
    };
    expect((await here.send('DELETE', await begin())).status).toBe(204);
    expect(await remains()).toEqual([]);

    const expired = await begin();
    await query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, idOf(expired));
    await expire();
    expect(await remains()).toEqual([]);

    await query('delete from uploads where id = $1', idOf(await begin()));
    await expire();
    // Only bytes at least a day old are deleted: younger ones may not be recorded yet.
    expect(await remains()).not.toEqual([]);
    await makeOld();
    await expire();
    expect(await remains()).toEqual([]);
  });

  async function makeOld(): Promise<void> {
    const old = new Date(Date.now() - 2 * dayMs);
    if (s3) {
      for (const upload of s3.bucket.uploads.values()) upload.initiatedAt = old;
      for (const key of await remains()) Object.assign(s3.bucket.get(key) ?? {}, { modifiedAt: old });
    } else for (const name of await remains()) await utimes(join(app.services.blobs.spoolDir, name), old, old);
  }
});
