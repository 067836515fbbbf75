import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());
const owner = await person(app);
const account = await quietAccount(app, owner);

const photo = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
const thumbnail = async (id: string, who = owner) =>
  (await who.call(contract.documents.get, { params: { id } })).data.thumbnail;
const get = async (path: string | null) => {
  const response = await app.app.inject({ url: `/storage/${path}` });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
};
const kept = async () => {
  const keys: string[] = [];
  for await (const { key } of app.services.blobs.list('thumbnails/')) keys.push(key);
  return keys;
};
const states = async () =>
  (await app.services.pool.query("select state, encode(sha256, 'hex') as sha256 from thumbnails order by created_at"))
    .rows;

it('is made at the first request, once for all simultaneous requests, and kept', async () => {
  const bytes = await photo('#ff0000');
  const [id, copy] = await addFiles(app, owner, account, [
    { name: 'photo.jpg', bytes },
    { name: 'the same.jpg', bytes },
  ]);
  const path = await thumbnail(id!);
  const answers = await Promise.all([path, path, await thumbnail(copy!)].map(get));
  for (const { status, headers, bytes: webp } of answers) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
  }
  expect(await states()).toMatchObject([{ state: 'ready' }]);
  expect(await kept()).toHaveLength(1);
  expect((await kept())[0]).toContain(`thumbnails/${owner.organizationId}/`);
  expect((await get(path)).bytes.equals(answers[0]!.bytes)).toBe(true);
  const known = await app.app.inject({
    url: `/storage/${path}`,
    headers: { 'if-none-match': String(answers[0]!.headers.etag) },
  });
  expect(known.statusCode).toBe(304);
});

it('is made again if the picture was lost', async () => {
  const [id] = await addFiles(app, owner, account, [{ name: 'lost.jpg', bytes: await photo('#00ff00') }]);
  const path = await thumbnail(id!);
  const first = await get(path);
  for (const key of await kept()) await app.services.blobs.delete(key);
  expect((await get(path)).bytes.equals(first.bytes)).toBe(true);
});

it('is no longer offered where it can’t be made', async () => {
  const [id] = await addFiles(app, owner, account, [{ name: 'not-really.png', bytes: '<script>alert(1)</script>' }]);
  const path = await thumbnail(id!);
  expect(path).not.toBeNull();
  expect((await get(path)).status).toBe(204);
  expect(await thumbnail(id!)).toBeNull();
  expect((await get(path)).status).toBe(204);
  expect((await states()).at(-1)).toMatchObject({ state: 'none' });
});

it('is hidden from people who may not see the document now', async () => {
  const colleague = await person(app, { role: 'member', organizationId: owner.organizationId });
  const [id] = await addFiles(app, owner, account, [{ name: 'shared.jpg', bytes: await photo('#0000ff') }]);
  await owner.call(contract.sharing.share, { body: { inviting_ids: [colleague.id], document_ids: [id!] } });
  const path = await thumbnail(id!, colleague);
  expect((await get(path)).status).toBe(200);
  await owner.call(contract.sharing.unshare, { params: { userId: colleague.id, documentId: id! } });
  expect((await get(path)).status).toBe(404);
});

it('is deleted with the content', async () => {
  const [id] = await addFiles(app, owner, account, [{ name: 'going.jpg', bytes: await photo('#123456') }]);
  await get(await thumbnail(id!));
  const before = await kept();
  const { pool } = app.services;
  await pool.query('delete from documents where id = $1', [id]);
  await pool.query("update blobs set touched_at = now() - interval '2 days'");
  await pool.query("select graphile_worker.add_job('blobs.sweep')");
  await app.work();
  expect(await kept()).toHaveLength(before.length - 1);
});
