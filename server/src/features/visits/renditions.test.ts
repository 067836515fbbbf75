import { links, visits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { oldOffice, standIn, writesPdf } from '../../platform/office/testing/stand-in.ts';
import { failure } from '../../testing/failure.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { linkedWorkspace, linkTo, tokenOf } from '../links/testing/public-links.ts';

const office = await standIn(writesPdf);
afterAll(() => office.remove());
const app = await forThisFile(testApp({ soffice: office.program }));

const fetchFrom = (path: string | null, headers = {}) =>
  app.request({ method: 'GET', url: `/storage/${path}`, headers });

async function visitOf({ downloads = true, in: where = app } = {}) {
  const world = await linkedWorkspace(where);
  const [letter, beside] = await addFiles(where, world.me, world.account, [
    { name: 'letter.doc', bytes: oldOffice(`letter of ${world.me.id}`), parent: world.folder },
    { name: 'secret.doc', bytes: oldOffice(`secret of ${world.me.id}`) },
  ]);
  const link = await linkTo(world.me, world.folder, { downloads });
  const { data } = await where.as()(visits.open, { body: { token: tokenOf(link) } });
  if ('password_required' in data) throw new Error('a password is required');
  const ask = async (document_id: string) =>
    (await where.as()(visits.rendition, { body: { visit: data.visit, document_id } })).data;
  return { ...world, letter: letter!, beside: beside!, link, ask };
}

it.each([true, false])('shows visitors the PDF of an old file if downloads are %s', async (downloads) => {
  const { letter, me, ask } = await visitOf({ downloads });
  expect(await ask(letter)).toEqual({ state: 'preparing', local_path: null, reason: null });
  expect((await ask(letter)).state).toBe('preparing');
  await app.work();
  const { state, local_path } = await ask(letter);
  expect(state).toBe('ready');
  const shown = await fetchFrom(local_path);
  expect([shown.status, shown.body]).toEqual([200, `%PDF-1.4 of letter of ${me.id}`]);
  expect(shown.headers).toMatchObject({
    'content-type': 'application/pdf',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect((await fetchFrom(local_path, { 'sec-fetch-mode': 'navigate' })).status).toBe(downloads ? 200 : 404);
});

it('shows nothing else, and nothing at all once the link is revoked', async () => {
  const { me, letter, beside, file, folder, link, ask } = await visitOf();
  expect((await failure(ask(beside))).status).toBe(404);
  for (const id of [file, folder]) expect((await failure(ask(id))).status).toBe(409);
  await ask(letter);
  await app.work();
  const path = (await ask(letter)).local_path!;
  for (const forged of [
    path.replace(letter, beside),
    path.replace('linked-renditions/', 'links/'),
    path.replace('linked-renditions/', 'renditions/'),
    path.replace(/v=\w+/, 'v=0'),
  ])
    expect((await fetchFrom(forged)).status, forged).toBe(404);
  await me.call(links.revoke, { params: { id: link.id } });
  expect((await fetchFrom(path)).status).toBe(404);
  expect((await failure(ask(letter))).status).toBe(404);
});

it('tells visitors too that the program is missing, or that they request too much', async () => {
  const without = await testApp({ soffice: null });
  try {
    const { letter, ask } = await visitOf({ in: without });
    expect(await ask(letter)).toMatchObject({ state: 'unavailable', reason: expect.stringMatching(/LibreOffice/) });
  } finally {
    await without.close();
  }
  const { me, account, folder, ask } = await visitOf();
  const many = Array.from({ length: 21 }, (_, n) => ({ name: `${n}.ppt`, bytes: oldOffice(`${n}`), parent: folder }));
  const ids = await addFiles(app, me, account, many);
  await app.services.pool.query('delete from allowances');
  for (const id of ids.slice(1)) expect((await ask(id)).state).toBe('preparing');
  expect((await failure(ask(ids[0]!))).status).toBe(429);
  expect((await ask(ids[1]!)).state).toBe('preparing');
});
