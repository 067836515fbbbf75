import { contract, links, visits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { linkedWorkspace, linkTo, tokenOf } from '../links/testing/public-links.ts';

const app = await forThisFile(testApp());

const fetchFrom = (path: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.request({ method, url: `/storage/${path}`, headers });

async function visitOf(wanted: { downloads?: boolean } = {}) {
  const world = await linkedWorkspace(app);
  const [archive] = await addFiles(app, world.me, world.account, [
    { name: 'all.zip', bytes: 'PK', parent: world.folder },
  ]);
  const link = await linkTo(world.me, world.folder, wanted);
  const { data } = await app.as()(visits.open, { body: { token: tokenOf(link) } });
  if ('password_required' in data) throw new Error('a password is required');
  const pathOf = async (document_id: string) =>
    (await app.as()(visits.get, { body: { visit: data.visit, document_id } })).data.local_path;
  return { ...world, archive: archive!, link, pathOf };
}

it('returns the bytes of what the link covers, to show or to save, also in parts', async () => {
  const { file, pathOf } = await visitOf();
  const path = (await pathOf(file))!;
  const shown = await fetchFrom(path);
  expect([shown.status, shown.body]).toEqual([200, 'the plan']);
  expect(shown.headers).toMatchObject({
    'content-disposition': 'inline; filename="plan.txt"',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-cache',
  });
  expect(String(shown.headers['content-security-policy'])).toMatch(/^sandbox;/);
  expect((await fetchFrom(`${path}&download=1`)).headers['content-disposition']).toMatch(/^attachment/);
  const part = await fetchFrom(path, { range: 'bytes=4-7' });
  expect([part.status, part.body]).toEqual([206, 'plan']);
  expect((await fetchFrom(path, {}, 'HEAD')).status).toBe(200);
});

it('rejects an address signed for something else', async () => {
  const { me, link, file, beside, pathOf } = await visitOf();
  const path = (await pathOf(file))!;
  const owners = (await me.call(contract.documents.get, { params: { id: beside } })).data.local_path!;
  for (const forged of [
    path.replace(file, beside),
    path.replace(/until=\d+/, 'until=99999999999'),
    path.replace(/&tag=.*/, ''),
    path.replace('links/', 'documents/'),
    owners.replace('documents/', 'links/'),
    `links/${beside}?link=${link.id}&p=0&v=x&until=99999999999&tag=x`,
    'links/made-up?link=x&p=x&v=x&until=x&tag=x',
  ])
    expect((await fetchFrom(forged)).status, forged).toBe(404);
});

it('ends with the link, and when the document leaves it', async () => {
  const { me, link, file, deep, top, pathOf } = await visitOf();
  const [first, second] = [(await pathOf(file))!, (await pathOf(deep))!];
  await app.services.pool.query('update documents set parent_id = $2 where id = $1', [deep, top]);
  expect([(await fetchFrom(first)).status, (await fetchFrom(second)).status]).toEqual([200, 404]);
  await me.call(links.revoke, { params: { id: link.id } });
  expect((await fetchFrom(first)).status).toBe(404);
});

it('allows no attachments without downloads, and nothing that no page can show', async () => {
  const { file, deep, archive, pathOf } = await visitOf({ downloads: false });
  const [text, word] = [(await pathOf(file))!, (await pathOf(deep))!];
  for (const path of [text, word]) {
    const shown = await fetchFrom(path, { 'sec-fetch-mode': 'cors' });
    expect([shown.status, shown.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^inline/)]);
    expect((await fetchFrom(`${path}&download=1`)).status).toBe(404);
    expect((await fetchFrom(path, { 'sec-fetch-mode': 'navigate' })).status).toBe(404);
  }
  expect(await pathOf(archive)).toBeNull();
});

it('stops downloads when they are turned off', async () => {
  const { me, link, file, archive, pathOf } = await visitOf();
  const [text, zip] = [(await pathOf(file))!, (await pathOf(archive))!];
  await me.call(links.update, { params: { id: link.id }, body: { downloads: false } });
  expect((await fetchFrom(text)).status).toBe(200);
  for (const path of [`${text}&download=1`, zip]) expect((await fetchFrom(path)).status).toBe(404);
});
