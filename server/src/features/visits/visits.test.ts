import { links, visits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { allowLinks, linkedWorkspace, linkTo, tokenOf } from '../links/testing/public-links.ts';

const app = await forThisFile(testApp());

const visitor = () => app.as();

async function open(token: string, more: { password?: string; visit?: string } = {}) {
  const { data } = await visitor()(visits.open, { body: { token, ...more } });
  if ('password_required' in data) throw new Error('a password is required');
  return data;
}

async function visitTo(...wanted: Parameters<typeof linkTo>) {
  return open(tokenOf(await linkTo(...wanted)));
}

const refusal = async (call: Promise<unknown>) => {
  const { status, code, message } = await failure(call);
  return { status, code, message };
};
const notAvailable = { status: 404, code: 'not_found', message: 'This link isn’t available.' };
const inside = async (visit: string, folder: string, page = {}) =>
  (await visitor()(visits.list, { body: { visit, in: folder, ...page } })).data.map(({ name }) => name);
const look = async (visit: string, document_id: string) =>
  (await visitor()(visits.get, { body: { visit, document_id } })).data;

describe('a link', () => {
  it('shows its document to anyone, and nothing about where it is kept', async () => {
    const { me, file } = await linkedWorkspace(app);
    const { document, downloads } = await visitTo(me, file);
    expect(downloads).toBe(true);
    expect(document).toEqual({
      id: file,
      name: 'plan.txt',
      type: 'text',
      mime_type: null,
      size: 8,
      updated_at: '2026-01-01T00:00:00.000Z',
      content: 'stored',
      local_path: expect.stringMatching(/^links\//),
    });
  });

  it('covers its folder and everything below, with paths from the folder on, and nothing else', async () => {
    const { me, top, folder, inner, file, deep, beside } = await linkedWorkspace(app);
    const { visit } = await visitTo(me, folder);
    expect(await inside(visit, folder)).toEqual(['Inner', 'plan.txt']);
    expect(await inside(visit, inner)).toEqual(['deep.docx']);
    const found = await look(visit, deep);
    expect(found.path).toEqual([
      { id: folder, name: 'Shared folder' },
      { id: inner, name: 'Inner' },
    ]);
    expect(JSON.stringify(found)).not.toContain('Top secret');
    expect((await look(visit, folder)).path).toEqual([]);
    for (const id of [top, beside]) expect(await refusal(look(visit, id))).toEqual(notAvailable);
    for (const id of [top, file, beside]) expect(await refusal(inside(visit, id))).toEqual(notAvailable);
    const stranger = await linkedWorkspace(app);
    expect(await refusal(look(visit, stranger.file))).toEqual(notAvailable);
    expect(await refusal(inside(visit, stranger.folder))).toEqual(notAvailable);
  });

  it('covers only its file, not its neighbors or their folder', async () => {
    const { me, folder, file, deep } = await linkedWorkspace(app);
    const { visit } = await visitTo(me, file);
    for (const id of [folder, deep]) expect(await refusal(look(visit, id))).toEqual(notAvailable);
    expect(await refusal(inside(visit, folder))).toEqual(notAvailable);
  });

  it('follows its folder: new documents are covered, moved ones no longer are', async () => {
    const { me, top, folder, file, beside } = await linkedWorkspace(app);
    const { visit } = await visitTo(me, folder);
    const move = (id: string, to: string) =>
      app.services.pool.query('update documents set parent_id = $2 where id = $1', [id, to]);
    await move(file, top);
    await move(beside, folder);
    expect(await inside(visit, folder)).toEqual(['Inner', 'salaries.txt']);
    expect(await refusal(look(visit, file))).toEqual(notAvailable);
  });

  it('lists pages, folders first', async () => {
    const { me, folder } = await linkedWorkspace(app);
    const { visit } = await visitTo(me, folder);
    const page = async (number: number) =>
      visitor()(visits.list, { body: { visit, in: folder, page: number, per_page: 1 } });
    expect((await page(2)).data.map(({ name }) => name)).toEqual(['plan.txt']);
    expect((await page(2)).pagination).toEqual({ currentPage: 2, perPage: 1, total: 2 });
    expect((await page(9)).pagination.total).toBe(2);
  });

  it('answers members and strangers alike, and ignores a session', async () => {
    const { me, folder, beside } = await linkedWorkspace(app);
    const { visit } = await visitTo(me, folder);
    const asOwner = me.call(visits.get, { body: { visit, document_id: beside } });
    expect(await refusal(asOwner)).toEqual(notAvailable);
    const answer = await app.request({
      method: 'POST',
      url: '/api/public/links/document',
      headers: { ...me.headers, cookie: 'sheaf_device=x', 'content-type': 'application/json' },
      payload: { visit, document_id: folder },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('counts visits', async () => {
    const { me, file } = await linkedWorkspace(app);
    const link = await linkTo(me, file);
    for (const _ of [1, 2, 3]) await open(tokenOf(link));
    const seen = async () => (await me.call(links.list)).data[0]!;
    await expect.poll(async () => (await seen()).visits, { timeout: 30_000 }).toBe(3);
    expect(Date.parse((await seen()).last_visit_at!)).toBeGreaterThan(Date.parse(link.created_at));
  });
});

describe('a link isn’t available', () => {
  it('if its address was never given out', async () => {
    expect(await refusal(open('made-up'))).toEqual(notAvailable);
    expect(await refusal(look('made-up', crypto.randomUUID()))).toEqual(notAvailable);
  });

  it.each<[string, (world: Awaited<ReturnType<typeof linkedWorkspace>>, id: string) => Promise<unknown>]>([
    ['revoked', ({ me }, id) => me.call(links.revoke, { params: { id } })],
    ['expired', (_, id) => app.services.pool.query('update public_links set expires_at = now() where id = $1', [id])],
    ['turned off', ({ me }) => allowLinks(me, false)],
    ['the document in the trash', ({ me, folder }) => trash(me, folder)],
    ['the document deleted', ({ folder }) => app.services.pool.query('delete from documents where id = $1', [folder])],
    [
      'its account being removed',
      ({ account }) =>
        app.services.pool.query('update source_accounts set removed_at = now() where id = $1', [account]),
    ],
    [
      'the workspace deleted',
      ({ me }) =>
        app.services.pool.query('update organizations set deleted_at = now() where id = $1', [me.organizationId]),
    ],
    [
      'its owner a guest',
      ({ me }) => app.services.pool.query(`update membership_rows set role = 'guest' where user_id = $1`, [me.id]),
    ],
    [
      'its owner being removed',
      ({ me }) => app.services.pool.query(`update membership_rows set removed_at = now() where user_id = $1`, [me.id]),
    ],
  ])('after this: %s', async (_, end) => {
    const world = await linkedWorkspace(app);
    const link = await linkTo(world.me, world.folder);
    const { visit } = await open(tokenOf(link));
    const { local_path } = await look(visit, world.file);
    await end(world, link.id);
    expect(await refusal(open(tokenOf(link)))).toEqual(notAvailable);
    expect(await refusal(look(visit, world.file))).toEqual(notAvailable);
    expect(await refusal(inside(visit, world.folder))).toEqual(notAvailable);
    expect((await app.request({ method: 'GET', url: `/storage/${local_path}` })).status).toBe(404);
  });

  it('while links are off or the document is in the trash, and works again afterwards', async () => {
    const world = await linkedWorkspace(app);
    const link = await linkTo(world.me, world.folder);
    await allowLinks(world.me, false);
    await allowLinks(world.me, true);
    await trash(world.me, world.folder);
    expect((await world.me.call(links.list)).data[0]!.state).toBe('unavailable');
    await app.services.pool.query('update documents set deleted_at = null where organization_id = $1', [
      world.me.organizationId,
    ]);
    expect((await open(tokenOf(link))).document.name).toBe('Shared folder');
    expect((await world.me.call(links.list)).data[0]!.state).toBe('active');
  });

  it('if its documents were given to another member', async () => {
    const world = await linkedWorkspace(app);
    const link = await linkTo(world.me, world.folder);
    const heir = await person(app, { role: 'member', organizationId: world.me.organizationId });
    await app.services.pool.query('update documents set owner_id = $2 where organization_id = $1', [
      world.me.organizationId,
      heir.id,
    ]);
    await app.services.pool.query(
      'update document_access set principal_id = $2 where organization_id = $1 and principal_id = $3 and own',
      [world.me.organizationId, heir.id, world.me.id],
    );
    expect(await refusal(open(tokenOf(link)))).toEqual(notAvailable);
  });
});

const trash = (me: Awaited<ReturnType<typeof person>>, folder: string) =>
  app.services.pool.query(
    `with recursive below as (select id from documents where id = $1 and owner_id = $2
       union all select d.id from below join documents d on d.parent_id = below.id)
     update documents set deleted_at = now() where id in (select id from below)`,
    [folder, me.id],
  );
