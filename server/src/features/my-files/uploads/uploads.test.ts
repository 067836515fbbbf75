import { randomBytes } from 'node:crypto';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { contract, labelColors, limits, planLimits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { contentKey } from '../../storage/index.ts';
import { bytesType, tusClient } from './testing/tus.ts';

const app = await forThisFile(testApp());
await app.app.listen({ port: 0, host: '127.0.0.1' });
const anna = await person(app);
const tus = tusClient(app, anna);

const { documents } = contract;

/** The stored bytes of a document. */
async function stored(id: unknown): Promise<Buffer> {
  const { rows } = await app.services.pool.query<{ organization_id: string; sha256: Buffer }>(
    'select organization_id, sha256 from documents where id = $1',
    [id],
  );
  const blob = await app.services.blobs.get(contentKey(rows[0]!.organization_id, rows[0]!.sha256));
  return Buffer.concat(await blob!.body.toArray());
}

const spooled = async () => (await readdir(app.services.blobs.spoolDir)).filter((name) => name.startsWith('upload-'));
const pathOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location);
const mine = async (who: TestPerson, query: object = {}) =>
  (await who.call(documents.list, { query: { per_page: 100, source_id: 'uploads', ...query } })).data;

describe('the protocol', () => {
  it('describes the server', async () => {
    const { status, headers } = await tus.send('OPTIONS', '/api/uploads');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(limits.uploadBytes),
    });
    expect((await tus.send('POST', '/api/uploads', { 'Tus-Resumable': '0.2.2' })).status).toBe(412);
  });

  it('takes a file part by part', async () => {
    const content = randomBytes(300_000);
    const created = await tus.create(content.length, {
      filename: 'Plan.pdf',
      filetype: 'application/pdf',
      lastModified: String(Date.UTC(2024, 4, 1)),
    });
    expect(created.status).toBe(201);
    expect(created.headers['upload-offset']).toBe('0');
    const path = pathOf(created);
    const first = await tus.patch(path, 0, content.subarray(0, 100_000));
    expect([first.status, first.headers['upload-offset'], first.headers['upload-document']]).toEqual([
      204,
      '100000',
      undefined,
    ]);
    expect((await tus.head(path)).headers).toMatchObject({
      'upload-offset': '100000',
      'upload-length': '300000',
      'cache-control': 'no-store',
    });
    const last = await tus.patch(path, 100_000, content.subarray(100_000));
    expect(last.headers).toMatchObject({ 'upload-offset': '300000', 'upload-outcome': 'created' });
    const id = last.headers['upload-document'];
    expect(await stored(id)).toEqual(content);
    const { data } = await anna.call(documents.get, { params: { id: String(id) } });
    expect(data).toMatchObject({
      name: 'Plan.pdf',
      type: 'pdf',
      size: 300_000,
      content: 'stored',
      updated_at: '2024-05-01T00:00:00.000Z',
      source: { slug: 'uploads', name: 'My files' },
      parent_id: null,
    });
    // A client that missed the answer asks again and gets the same one.
    expect((await tus.head(path)).headers['upload-document']).toBe(id);
    expect((await tus.patch(path, 300_000, Buffer.alloc(0))).headers['upload-document']).toBe(id);
    expect(await spooled()).toEqual([]);
  });

  it('takes small and empty files with one request', async () => {
    const one = await tus.put(Buffer.from('hello'), { filename: 'hello.txt' });
    expect([one.status, one.headers['upload-outcome']]).toEqual([201, 'created']);
    expect((await stored(one.headers['upload-document'])).toString()).toBe('hello');
    const none = await tus.create(0, { filename: 'empty.txt' });
    expect([none.status, none.headers['upload-offset']]).toEqual([201, '0']);
    expect(await stored(none.headers['upload-document'])).toHaveLength(0);
  });

  it('rejects a wrong offset, more bytes than announced, and other content types', async () => {
    const path = pathOf(await tus.create(10, { filename: 'ten' }));
    expect(await tus.patch(path, 5, Buffer.alloc(5))).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await tus.patch(path, 0, Buffer.alloc(11))).toMatchObject({ status: 413, json: { code: 'too_large' } });
    expect(await tus.send('PATCH', path, { 'Upload-Offset': 0, 'Content-Type': 'application/json' })).toMatchObject({
      status: 400,
    });
    expect(await tus.send('PATCH', path, { ...bytesType, 'Upload-Offset': 'x' })).toMatchObject({ status: 400 });
    const endless = new PassThrough();
    endless.end(Buffer.alloc(11));
    expect(await tus.patch(path, 0, endless)).toMatchObject({ status: 413 });
    expect((await tus.head(path)).headers['upload-offset']).toBe('0');
    expect((await tus.patch(path, 0, Buffer.alloc(10))).headers['upload-outcome']).toBe('created');
  });

  it('deletes canceled uploads', async () => {
    const path = pathOf(await tus.create(10, { filename: 'cancelled' }));
    await tus.patch(path, 0, Buffer.alloc(5));
    expect((await tus.send('DELETE', path)).status).toBe(204);
    expect((await tus.head(path)).status).toBe(404);
    expect(await spooled()).toEqual([]);
  });

  it.each([
    [{ filename: '' }, 'Name not accepted: this is required.'],
    [{ filename: '..' }, 'Name not accepted: must not be . or ...'],
    [{ filename: 'a\\b' }, 'Name not accepted: must not contain / or \\.'],
    [{ relativePath: 'a//b' }, 'Name not accepted: this is required.'],
    [{ relativePath: '/etc/passwd' }, 'Name not accepted: this is required.'],
    [{ filename: 'x'.repeat(300) }, 'Name not accepted: too long.'],
    [{ filename: 'a', policy: 'shred' }, 'policy'],
    [{ filename: 'a', parent_id: 'b' }, 'parent_id'],
    [{ relativePath: `${'a/'.repeat(200)}b` }, 'too deeply'],
  ])('rejects %j', async (metadata, message) => {
    const { status, json } = await tus.create(1, metadata);
    expect([status, json!.code]).toEqual([400, 'malformed']);
    expect(json!.message).toContain(message);
  });
});

describe('a broken connection', () => {
  it('keeps the bytes received and resumes from there', async () => {
    const content = randomBytes(400_000);
    const path = pathOf(await tus.create(content.length, { filename: 'broken.bin' }));
    const body = new PassThrough();
    const cut = tus.patch(path, 0, body).catch((error) => error);
    body.write(content.subarray(0, 150_000));
    const spool = join(app.services.blobs.spoolDir, `upload-${path.split('/').at(-1)}`);
    await expect.poll(async () => (await stat(spool)).size).toBe(150_000);
    // The older request still waits for more; asking for the offset ends it and returns what came.
    const { headers } = await tus.head(path);
    expect(await cut).toMatchObject({ status: 409 });
    const offset = Number(headers['upload-offset']);
    expect(offset).toBe(150_000);
    body.destroy();
    const last = await tus.patch(path, offset, content.subarray(offset));
    expect(await stored(last.headers['upload-document'])).toEqual(content);
  });

  it('leaves the bytes exact, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200_000 }),
        fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 60_000 }), cut: fc.boolean() }), { maxLength: 6 }),
        async (size, pieces) => {
          const content = randomBytes(size);
          const path = pathOf(await tus.create(size, { filename: 'random.bin', policy: 'replace' }));
          let offset = 0;
          for (const { bytes, cut } of pieces) {
            const piece = content.subarray(offset, Math.min(size - 1, offset + bytes));
            if (cut) {
              // Announces more than it sends, and hangs up.
              const body = new PassThrough();
              const answer = tus.patch(path, offset, body).catch(() => null);
              body.write(piece, () => body.destroy(new Error('cut')));
              await answer;
            } else {
              expect((await tus.patch(path, offset, piece)).status).toBe(204);
            }
            const known = Number((await tus.head(path)).headers['upload-offset']);
            expect(known).toBeLessThanOrEqual(offset + piece.length);
            if (!cut) expect(known).toBe(offset + piece.length);
            offset = known;
          }
          const last = await tus.patch(path, offset, content.subarray(offset));
          expect(await stored(last.headers['upload-document'])).toEqual(content);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('starts again if the bytes are lost', async () => {
    const path = pathOf(await tus.create(10, { filename: 'lost' }));
    await tus.patch(path, 0, Buffer.alloc(5));
    await app.services.pool.query('update uploads set received = 9 where id = $1', [path.split('/').at(-1)]);
    expect((await tus.head(path)).status).toBe(404);
    expect((await tus.patch(path, 9, Buffer.alloc(1))).status).toBe(404);
  });

  it('finishes once, however often it is called', async () => {
    const path = pathOf(await tus.create(5, { filename: 'once.txt' }));
    await tus.patch(path, 0, Buffer.from('once'));
    const answers = await Promise.allSettled([1, 2, 3].map(() => tus.patch(path, 4, Buffer.from('!'))));
    expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true);
    expect((await tus.head(path)).headers['upload-document']).toBeTruthy();
    expect((await mine(anna, { search: 'once' })).map(({ name }) => name)).toEqual(['once.txt']);
  });
});

describe('a taken name', () => {
  const put = (name: string, text: string, policy?: string, more: object = {}) =>
    tus.put(Buffer.from(text), { filename: name, policy, ...more });

  it('is reported before a byte is sent, unless the policy says otherwise', async () => {
    const first = await put('same.txt', 'one');
    const asked = await put('SAME.txt', 'two');
    expect([asked.status, asked.headers['upload-conflict'], asked.json!.code]).toEqual([409, 'name', 'conflict']);
    expect((await put('same.txt', 'two', 'skip')).status).toBe(409);
    expect((await put('same.txt', 'two', 'rename')).headers['upload-outcome']).toBe('renamed');
    const replaced = await put('same.txt', 'three', 'replace');
    expect(replaced.headers).toMatchObject({
      'upload-outcome': 'replaced',
      'upload-document': first.headers['upload-document'],
    });
    expect((await stored(first.headers['upload-document'])).toString()).toBe('three');
    expect((await mine(anna, { search: 'same' })).map(({ name }) => name)).toEqual(['same.txt', 'same (1).txt']);
    const { data } = await anna.call(documents.activity, {
      params: { id: String(first.headers['upload-document']) },
    });
    expect(data[0]).toMatchObject({ kind: 'changed', by: { id: anna.id } });
  });

  it('keeps all files that come at the same time', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => put('parallel.txt', text, 'rename')));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201));
    const contents = await Promise.all(answers.map(({ headers }) => stored(headers['upload-document'])));
    expect(contents.map(String)).toEqual(texts);
    const names = (await mine(anna, { search: 'parallel' })).map(({ name }) => name);
    expect(new Set(names).size).toBe(12);
  });

  it('gets a number if it was taken while the bytes came', async () => {
    const path = pathOf(await tus.create(3, { filename: 'late.txt' }));
    await put('late.txt', 'first');
    expect((await tus.patch(path, 0, Buffer.from('2nd'))).headers['upload-outcome']).toBe('renamed');
    const skipping = pathOf(await tus.create(3, { filename: 'later.txt', policy: 'skip' }));
    const first = await put('later.txt', 'first');
    expect((await tus.patch(skipping, 0, Buffer.from('2nd'))).headers).toMatchObject({
      'upload-outcome': 'skipped',
      'upload-document': first.headers['upload-document'],
    });
  });

  it('means the same folder, also for many uploads at once', async () => {
    const files = Array.from({ length: 10 }, (_, index) => `Holiday/Day ${index % 2}/photo ${index}.jpg`);
    const answers = await Promise.all(files.map((relativePath) => put('', relativePath, undefined, { relativePath })));
    expect(answers.map(({ status }) => status)).toEqual(files.map(() => 201));
    const [holiday, ...others] = (await mine(anna, { search: 'Holiday' })).filter(({ type }) => type === 'folder');
    expect(others).toEqual([]);
    const days = await mine(anna, { parent_id: holiday!.id });
    expect(days.map(({ name }) => name)).toEqual(['Day 0', 'Day 1']);
    const { data } = await anna.call(documents.get, { params: { id: String(answers[1]!.headers['upload-document']) } });
    expect(data.path.map(({ name }) => name)).toEqual(['Holiday', 'Day 1']);
  });

  it('is reported where a folder would go but a file is', async () => {
    await put('thing', 'a file');
    const { status, json } = await put('', 'x', undefined, { relativePath: 'thing/inside.txt' });
    expect([status, json!.message]).toEqual([409, 'A file named “thing” is where the folder should go.']);
  });
});

describe('limits', () => {
  it('keep others from touching an upload', async () => {
    const path = pathOf(await tus.create(10, { filename: 'private' }));
    const colleague = await person(app, { role: 'admin', organizationId: anna.organizationId });
    const stranger = await person(app);
    for (const who of [colleague, stranger]) {
      const theirs = tusClient(app, who);
      expect((await theirs.head(path)).status).toBe(404);
      expect((await theirs.patch(path, 0, Buffer.alloc(10))).status).toBe(404);
      expect((await theirs.send('DELETE', path)).status).toBe(404);
    }
    const elsewhere = { ...anna, headers: { ...anna.headers, Organization: stranger.organizationId } };
    expect((await tusClient(app, elsewhere).head(path)).status).toBe(404);
    const guest = await person(app, { role: 'guest', organizationId: anna.organizationId });
    expect((await tusClient(app, guest).put(Buffer.from('x'), { filename: 'x' })).json!.code).toBe('forbidden');
    const nobody = { ...anna, headers: {} };
    expect((await tusClient(app, nobody).put(Buffer.from('x'), { filename: 'x' })).status).toBe(401);
    expect((await tus.head(path)).headers['upload-offset']).toBe('0');
  });

  it('include the plan’s storage, checked at the start with unfinished uploads counted', async () => {
    const bert = await person(app);
    const his = tusClient(app, bert);
    const limit = planLimits.free.storage_bytes;
    const refused = await his.create(limit + 1, { filename: 'too large' });
    expect([refused.status, refused.json!.code]).toEqual([402, 'plan_limit']);
    expect((await his.create(limit - 10, { filename: 'fits' })).status).toBe(201);
    expect((await his.create(11, { filename: 'no longer' })).status).toBe(402);
    expect((await his.put(Buffer.alloc(10), { filename: 'just' })).status).toBe(201);
    const { data } = await bert.call(contract.organizations.info);
    expect(data.subscription.usage).toMatchObject({ storage_bytes: 10, accounts: 0 });
    expect((await his.create(limits.uploadBytes + 1, { filename: 'huge' })).status).toBe(413);
  });

  it('include the number of unfinished uploads', async () => {
    const carl = await person(app);
    const his = tusClient(app, carl);
    await his.create(1, { filename: 'first' });
    await app.services.pool.query(
      `insert into uploads (id, organization_id, user_id, account_id, folders, name, policy, size)
       select gen_random_uuid(), organization_id, user_id, account_id, folders, name, policy, size
       from uploads, generate_series(2, $1) where user_id = $2`,
      [limits.uploadsOpen, carl.id],
    );
    expect((await his.create(1, { filename: 'one more' })).json!.code).toBe('rate_limited');
  });

  it('include a day to resume, after which the upload is removed', async () => {
    const path = pathOf(await tus.create(10, { filename: 'old' }));
    await app.services.pool.query(`update uploads set expires_at = now() - interval '1 second' where name = 'old'`);
    expect((await tus.head(path)).status).toBe(404);
    await app.services.pool.query(`select graphile_worker.add_job('uploads.expire')`);
    await app.work();
    const { rows } = await app.services.pool.query(`select 1 from uploads where name = 'old'`);
    expect(rows).toEqual([]);
    expect(await spooled()).not.toContain(`upload-${path.split('/').at(-1)}`);
  });

  it('include membership: unfinished uploads are removed with their member', async () => {
    const gone = await person(app, { role: 'member', organizationId: anna.organizationId });
    const path = pathOf(await tusClient(app, gone).create(10, { filename: 'left' }));
    const young = pathOf(await tus.create(10, { filename: 'young' }));
    const { pool, blobs } = app.services;
    await pool.query('delete from memberships where user_id = $1', [gone.id]);
    const fileOf = (upload: string) => `upload-${upload.split('/').at(-1)}`;
    const daysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
    for (const upload of [path, young]) await utimes(join(blobs.spoolDir, fileOf(upload)), daysAgo, daysAgo);
    await pool.query(`select graphile_worker.add_job('uploads.expire')`);
    await app.work();
    expect(await spooled()).not.toContain(fileOf(path));
    expect(await spooled()).toContain(fileOf(young));
  });

  it('reject folders of others, and files as folders', async () => {
    const bert = await person(app);
    const folder = (await bert.call(documents.createFolder, { body: { name: 'His', parent_id: null } })).data;
    expect((await tus.put(Buffer.from('x'), { filename: 'x', parent_id: folder.id })).status).toBe(404);
    const file = await tus.put(Buffer.from('x'), { filename: 'no folder' });
    expect(
      (await tus.put(Buffer.from('x'), { filename: 'x', parent_id: String(file.headers['upload-document']) })).status,
    ).toBe(409);
  });
});

it('shares bytes with other files of the same content', async () => {
  const text = randomBytes(20).toString('hex');
  const a = await tus.put(Buffer.from(text), { filename: 'copy a.txt' });
  const b = await tus.put(Buffer.from(text), { filename: 'copy b.txt' });
  const { rows } = await app.services.pool.query('select distinct sha256 from documents where id = any($1)', [
    [a.headers['upload-document'], b.headers['upload-document']],
  ]);
  expect(rows).toHaveLength(1);
});

it('belongs to an account that can’t be connected, disconnected or synced', async () => {
  const { data: shown } = await anna.call(contract.sources.accounts, { query: { source_id: 'uploads' } });
  expect(shown).toMatchObject([{ name: 'My files', source: { name: 'My files' }, status: 'connected' }]);
  expect((await anna.call(contract.sources.accounts)).data).toEqual([]);
  const { id } = shown[0]!;
  await expect(anna.call(contract.sources.delete, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(anna.call(contract.sources.disconnect, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(anna.call(contract.sources.syncNow, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

it('gives a file the label and collection of the page it was uploaded on', async () => {
  const { data: label } = await anna.call(contract.labels.create, { body: { name: 'Plans', color: labelColors.red } });
  const { data: collection } = await anna.call(contract.collections.create, { body: { name: 'Trip' } });
  const answer = await tus.put(Buffer.from('x'), {
    filename: 'labelled.txt',
    label_id: label.id,
    collection_id: collection.id,
  });
  const { data } = await anna.call(documents.get, { params: { id: String(answer.headers['upload-document']) } });
  expect(data).toMatchObject({ labels: [{ id: label.id }], collections: [{ id: collection.id }] });
  const ben = tusClient(app, await person(app, { organizationId: anna.organizationId }));
  expect((await ben.put(Buffer.from('x'), { filename: 'x', label_id: label.id })).status).toBe(404);
});
