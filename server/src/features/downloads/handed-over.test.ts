import { contract } from '@sheaf/contract';
import { startS3 } from '@sheaf/sandbox';
import { afterEach, expect, it } from 'vitest';
import type { Config } from '../../config/config.ts';
import { parseBlobLocation } from '../../platform/blobs/index.ts';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

async function pathOfPhoto(change: Partial<Config>) {
  app = await testApp(change);
  const owner = await person(app);
  const [id] = await addFiles(app, owner, await quietAccount(app, owner), [{ name: 'Möwe.jpg', bytes: 'a photo' }]);
  const { data } = await owner.call(contract.documents.get, { params: { id: id! } });
  return { url: `/storage/${data.local_path}`, id: id!, owner };
}

it('tells nginx which file to send, and with which headers', async () => {
  const { url, id, owner } = await pathOfPhoto({ storageAccel: '/blobs' });
  const answer = await app.request({ url });
  expect([answer.status, answer.body]).toEqual([200, '']);
  const key = String(answer.headers['x-accel-redirect']);
  expect(key).toMatch(new RegExp(`^/blobs/content/${owner.organizationId}/[0-9a-f/]+/[0-9a-f]{64}$`));
  expect(await app.services.blobs.head(key.slice('/blobs/'.length))).toMatchObject({ size: 7 });
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringContaining('inline'),
  });
  expect(answer.headers['content-security-policy']).toMatch(/^sandbox;/);
  const posted = await app.request({ method: 'POST', url: `/api/documents/download/${id}`, headers: owner.headers });
  expect(posted.headers['x-accel-redirect']).toBe(key);
  expect((await app.request({ url: `${url}x` })).headers['x-accel-redirect']).toBeUndefined();
});

it('redirects downloads to the bucket, but not previews', async () => {
  const credentials = { accessKeyId: 'blobs', secretAccessKey: 'a/secret+with=signs' };
  const s3 = await startS3({ bucket: 'blobs', ...credentials });
  const user = `${credentials.accessKeyId}:${encodeURIComponent(credentials.secretAccessKey)}`;
  const blobs = parseBlobLocation(`s3://${user}@blobs/one?endpoint=${encodeURIComponent(s3.url)}`);
  try {
    const { url } = await pathOfPhoto({ blobs, storageRedirect: true });
    expect(await app.request({ url })).toMatchObject({ status: 200, body: 'a photo' });
    expect(await app.request({ url, headers: { range: 'bytes=2-' } })).toMatchObject({ status: 206, body: 'photo' });
    const sent = await app.request({ url: `${url}&download=1` });
    expect([sent.status, sent.headers['cache-control']]).toEqual([302, 'private, no-store']);
    const where = new URL(String(sent.headers.location));
    expect(where.href).toContain(`${s3.url}/blobs/one/content/`);
    expect(Object.fromEntries(where.searchParams)).toMatchObject({
      'X-Amz-Expires': '300',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'response-content-type': 'image/jpeg',
      'response-content-disposition': `attachment; filename="M_we.jpg"; filename*=UTF-8''M%C3%B6we.jpg`,
    });
    expect(where.href).not.toContain('secret');
  } finally {
    await s3.stop();
  }
});
