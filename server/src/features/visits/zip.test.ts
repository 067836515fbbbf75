import { contract, links, visits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { addDocuments } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { allowLinks, linkedWorkspace, linkTo, tokenOf } from '../links/testing/public-links.ts';

let networks = 0;
const app = await forThisFile(testApp({ trustProxy: 1 }));
const base = await app.app.listen({ port: 0, host: '127.0.0.1' });

/** A visitor in a network of their own. */
const stranger = () => app.as({ 'x-forwarded-for': `198.51.100.${++networks}` });

async function visitOf(wanted: { downloads?: boolean; password?: string } = {}) {
  const world = await linkedWorkspace(app);
  const link = await linkTo(world.me, world.folder, wanted);
  const call = stranger();
  const { data } = await call(visits.open, { body: { token: tokenOf(link), password: wanted.password } });
  if ('password_required' in data) throw new Error('a password is required');
  const { visit } = data;
  const prepare = async (document_id: string) => (await call(visits.zip, { body: { visit, document_id } })).data;
  return { ...world, link, visit, call, prepare };
}

const fetchZip = (local_path: string, init: RequestInit = {}) => fetch(`${base}/storage/${local_path}`, init);

async function unpacked(local_path: string): Promise<Record<string, string>> {
  const response = await fetchZip(local_path);
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]),
  );
}

const move = (id: string, to: string) =>
  app.services.pool.query('update documents set parent_id = $2 where id = $1', [id, to]);

it('contains the folder and everything below, with paths from the folder on, for everyone with the link', async () => {
  const { me, account, folder, inner, prepare } = await visitOf();
  await addDocuments(app, me, account, [{ name: 'later.txt', parent: inner }]);
  const whole = await prepare(folder);
  expect(whole).toMatchObject({ files: 2, bytes: 17, skipped: 1 });
  expect(await unpacked(whole.local_path)).toEqual({
    'Shared folder/': '',
    'Shared folder/Inner/': '',
    'Shared folder/Inner/deep.docx': 'deep down',
    'Shared folder/plan.txt': 'the plan',
  });
  const part = await prepare(inner);
  expect(await unpacked(part.local_path)).toEqual({ 'Inner/': '', 'Inner/deep.docx': 'deep down' });
  const { headers } = await fetchZip(part.local_path, { method: 'HEAD' });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-disposition': 'attachment; filename="Inner.zip"',
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
});

it('is recorded for the workspace once it is fetched', async () => {
  const { me, folder, prepare } = await visitOf();
  const recorded = async () =>
    (await me.call(contract.audit.list, { query: { action: 'link_downloaded' } })).data.events;
  const { local_path } = await prepare(folder);
  await fetchZip(local_path, { method: 'HEAD' });
  expect(await recorded()).toEqual([]);
  await unpacked(local_path);
  expect(await recorded()).toMatchObject([
    { actor: null, object: { kind: 'document', id: folder, name: 'Shared folder' }, ip: '127.0.0.1' },
  ]);
});

it('is refused if downloads are off, and for anything but a folder that the link covers', async () => {
  const off = await visitOf({ downloads: false });
  expect(await failure(off.prepare(off.folder))).toMatchObject({
    status: 403,
    message: 'This link doesn’t allow downloads.',
  });
  const { top, file, beside, prepare } = await visitOf();
  for (const id of [top, file, beside, off.folder])
    expect(await failure(prepare(id))).toMatchObject({ status: 404, message: 'This link isn’t available.' });
  const forged = stranger()(visits.zip, { body: { visit: 'made-up', document_id: top } });
  expect((await failure(forged)).status).toBe(404);
});

it('ends with the link, its password, its downloads and the folder’s place, and is restored with them', async () => {
  const { me, link, folder, inner, top, prepare } = await visitOf({ password: 'open sesame' });
  const [whole, part] = [(await prepare(folder)).local_path, (await prepare(inner)).local_path];
  const status = async () => [(await fetchZip(whole)).status, (await fetchZip(part)).status];
  const change = (body: object) => me.call(links.update, { params: { id: link.id }, body });
  expect(await status()).toEqual([200, 200]);
  await change({ downloads: false });
  expect(await status()).toEqual([404, 404]);
  await change({ downloads: true });
  await allowLinks(me, false);
  expect(await status()).toEqual([404, 404]);
  await allowLinks(me, true);
  await move(inner, top);
  expect(await status()).toEqual([200, 404]);
  await change({ password: null });
  expect(await status()).toEqual([404, 404]);
});

it('contains only what is still below the linked folder when it is fetched', async () => {
  const { me, account, folder, inner, file, deep, top, prepare } = await visitOf();
  const [other] = await addFiles(app, me, account, [{ name: 'other.txt', bytes: 'other', parent: inner }]);
  const { local_path } = await prepare(folder);
  await move(file, top);
  await app.services.pool.query('update document_access set own = false where document_id = $1', [deep]);
  expect(Object.keys(await unpacked(local_path))).toEqual([
    'Shared folder/',
    'Shared folder/Inner/',
    'Shared folder/Inner/other.txt',
  ]);
  await move(inner, top);
  expect(other).toBeTruthy();
  expect(Object.keys(await unpacked(local_path))).toEqual(['Shared folder/']);
});

it('rejects an address signed for something else', async () => {
  const { me, folder, file, link, prepare } = await visitOf();
  const another = await linkTo(me, file);
  const { local_path } = await prepare(folder);
  const { data: own } = await me.call(contract.documents.zip, { body: { document_ids: [folder] } });
  for (const forged of [
    local_path.replace(link.id, another.id),
    local_path.replace('linked-zips/', 'zips/'),
    own.local_path.replace('zips/', 'linked-zips/'),
    local_path.replace(/until=\d+/, 'until=99999999999'),
    local_path.replace(/&tag=.*/, ''),
    'linked-zips/made-up?link=x&p=x&until=x&tag=x',
  ])
    expect((await fetchZip(forged)).status, forged).toBe(404);
  await app.services.pool.query('update zips set expires_at = now() where link_id = $1', [link.id]);
  expect((await fetchZip(local_path)).status).toBe(404);
});

it('is shared by all visitors while its content stays the same, and displaces no zip of a member', async () => {
  const { me, account, folder, inner, visit, prepare } = await visitOf();
  const { data: own } = await me.call(contract.documents.zip, { body: { document_ids: [folder] } });
  const idOf = ({ local_path }: { local_path: string }) => /\/([^?]+)/.exec(local_path)![1];
  const first = await prepare(folder);
  const second = (await stranger()(visits.zip, { body: { visit, document_id: folder } })).data;
  expect(idOf(second)).toBe(idOf(first));
  expect(idOf(await prepare(inner))).not.toBe(idOf(first));
  await addFiles(app, me, account, [{ name: 'new.txt', bytes: 'new', parent: inner }]);
  const third = await prepare(folder);
  expect(idOf(third)).not.toBe(idOf(first));
  expect(Object.keys(await unpacked(third.local_path))).toContain('Shared folder/Inner/new.txt');
  await app.services.pool.query(
    `insert into zips (id, organization_id, user_id, link_id, name, document_ids, expires_at)
     select gen_random_uuid(), organization_id, user_id, link_id, name, document_ids, expires_at + interval '1 minute'
     from zips cross join generate_series(1, 60) where id = $1`,
    [idOf(third)],
  );
  await addFiles(app, me, account, [{ name: 'newer.txt', bytes: 'newer', parent: inner }]);
  await prepare(folder);
  const { rows } = await app.services.pool.query<{ count: number }>(
    'select count(*) from zips where user_id = $1 and link_id is not null',
    [me.id],
  );
  expect(rows[0]!.count).toBe(50);
  expect((await fetchZip(own.local_path)).status).toBe(200);
});

it('is limited for each network, however many links it has', async () => {
  const { folder, prepare } = await visitOf();
  for (let count = 0; count < 30; count += 1) await prepare(folder);
  const refused = await failure(prepare(folder));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  const other = await visitOf();
  expect((await other.prepare(other.folder)).files).toBe(2);
});
