import { documents, links, members, sharing } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { allowLinks, linkedWorkspace, linkTo, tokenOf } from './testing/public-links.ts';

const app = await forThisFile(testApp());

const listed = async (who: TestPerson, query: Parameters<typeof who.call<typeof links.list>>[1] = {}) =>
  (await who.call(links.list, query)).data;
const otherFile = async (who: TestPerson) =>
  (await addDocuments(app, who, await quietAccount(app, who), [{ name: 'other.txt' }]))[0]!;
const statusOf = async (call: Promise<unknown>) => (await failure(call)).status;

it('creates one link to a document, whose owner can copy it again', async () => {
  const { me, file } = await linkedWorkspace(app);
  const link = await linkTo(me, file, {
    downloads: false,
    expires_at: '2999-01-01T00:00:00Z',
    password: 'open sesame',
  });
  expect(link).toMatchObject({
    document: { id: file, name: 'plan.txt', type: 'text' },
    created_by: { id: me.id },
    own: true,
    has_password: true,
    expires_at: '2999-01-01T00:00:00.000Z',
    downloads: false,
    visits: 0,
    last_visit_at: null,
    state: 'active',
  });
  expect(tokenOf(link)).toMatch(/^[\w-]{43}$/);
  expect(await listed(me)).toEqual([link]);
  const again = await failure(linkTo(me, file));
  expect([again.status, again.message]).toEqual([
    409,
    'This document already has a public link. Change it, or revoke it first.',
  ]);
});

it('creates only one link for two simultaneous requests', async () => {
  const { me, folder } = await linkedWorkspace(app);
  const results = await Promise.allSettled([linkTo(me, folder), linkTo(me, folder), linkTo(me, folder)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await listed(me)).toHaveLength(1);
});

it('keeps neither address nor password readable in the database', async () => {
  const { me, file } = await linkedWorkspace(app);
  const link = await linkTo(me, file, { password: 'open sesame' });
  const { rows } = await app.services.pool.query('select to_jsonb(l)::text as row from public_links l where id = $1', [
    link.id,
  ]);
  expect(rows[0].row).not.toContain(tokenOf(link));
  expect(rows[0].row).not.toContain('open sesame');
});

it('is refused where the workspace does not allow links, without any change', async () => {
  const { me, file, folder } = await linkedWorkspace(app);
  const link = await linkTo(me, file);
  await allowLinks(me, false);
  const refused = await failure(linkTo(me, folder));
  expect([refused.status, refused.message]).toEqual([
    409,
    'This workspace doesn’t allow public links. An owner can turn them on in Settings under Workspace.',
  ]);
  expect(await statusOf(me.call(links.update, { params: { id: link.id }, body: { downloads: false } }))).toBe(409);
  expect(await listed(me)).toEqual([{ ...link, state: 'off' }]);
  await me.call(links.revoke, { params: { id: link.id } });
  expect(await listed(me)).toEqual([]);
});

it('is limited to one’s own documents, and excludes mail and chats', async () => {
  const { me, file, top } = await linkedWorkspace(app);
  const colleague = await person(app, { role: 'member', organizationId: me.organizationId });
  await me.call(sharing.share, { body: { inviting_ids: [colleague.id], document_ids: [top] } });
  await colleague.call(documents.get, { params: { id: file } });
  expect(await statusOf(linkTo(colleague, file))).toBe(404);
  const [label] = await addDocuments(app, me, await quietAccount(app, me, 'gmail'), [{ name: 'Inbox', folder: true }]);
  const refused = await failure(linkTo(me, label!));
  expect([refused.status, refused.message]).toEqual([
    409,
    'Mail and chats can’t have a public link. Share them with members instead.',
  ]);
  await app.services.pool.query(`update documents set conversation = '{}' where id = $1`, [file]);
  expect(await statusOf(linkTo(me, file))).toBe(409);
});

it('refuses a past expiry and a short password, by field', async () => {
  const { me, file } = await linkedWorkspace(app);
  const past = await failure(linkTo(me, file, { expires_at: '2020-01-01T00:00:00Z' }));
  expect([past.status, past.errors]).toEqual([422, { expires_at: ['Choose a date in the future'] }]);
  const short = await failure(linkTo(me, file, { password: 'short' }));
  expect([short.status, short.errors]).toEqual([422, { password: ['Too short'] }]);
});

it('changes only the given fields', async () => {
  const { me, file } = await linkedWorkspace(app);
  const link = await linkTo(me, file, { password: 'open sesame' });
  const change = async (body: object) => (await me.call(links.update, { params: { id: link.id }, body })).data;
  expect(await change({ downloads: false })).toEqual({ ...link, downloads: false });
  expect(await change({ expires_at: '2999-01-01T00:00:00Z' })).toMatchObject({ downloads: false, has_password: true });
  expect(await change({ password: null, expires_at: null })).toEqual({
    ...link,
    downloads: false,
    has_password: false,
  });
});

it('shows managers everyone’s links without their addresses, and lets them revoke them', async () => {
  const { me, file } = await linkedWorkspace(app);
  const { organizationId } = me;
  const [admin, member] = [
    await person(app, { role: 'admin', organizationId }),
    await person(app, { role: 'member', organizationId }),
  ];
  const link = await linkTo(me, file);
  const theirs = await linkTo(admin, await otherFile(admin));
  const all = await listed(admin, { query: { of: 'everyone' } });
  expect(all.map(({ id, url, own }) => ({ id, url, own }))).toEqual([
    { id: theirs.id, url: theirs.url, own: true },
    { id: link.id, url: null, own: false },
  ]);
  expect((await listed(admin)).map(({ id }) => id)).toEqual([theirs.id]);
  expect((await listed(admin, { query: { of: 'everyone', search: 'PLAN' } })).map(({ id }) => id)).toEqual([link.id]);
  expect((await listed(admin, { query: { of: 'everyone', document_id: file } })).map(({ id }) => id)).toEqual([
    link.id,
  ]);
  expect(await statusOf(listed(member, { query: { of: 'everyone' } }))).toBe(403);
  expect(await statusOf(member.call(links.revoke, { params: { id: link.id } }))).toBe(404);
  expect(await statusOf(admin.call(links.update, { params: { id: link.id }, body: { downloads: false } }))).toBe(404);
  await admin.call(links.revoke, { params: { id: link.id } });
  expect(await listed(me)).toEqual([]);
});

it('shows the owner of a document which links reach it, and no one else', async () => {
  const { me, file, folder } = await linkedWorkspace(app);
  const colleague = await person(app, { role: 'member', organizationId: me.organizationId });
  await me.call(sharing.share, { body: { inviting_ids: [colleague.id], document_ids: [file] } });
  await linkTo(me, folder, { password: 'open sesame' });
  await linkTo(me, file);
  const linksOf = async (who: TestPerson) =>
    (await who.call(documents.get, { params: { id: file } })).data.public_links;
  expect(await linksOf(me)).toEqual([
    { via: null, expires_at: null, has_password: false },
    { via: { id: folder, name: 'Shared folder' }, expires_at: null, has_password: true },
  ]);
  expect(await linksOf(colleague)).toEqual([]);
  const { data } = await me.call(documents.activity, { params: { id: file } });
  expect(data[0]).toMatchObject({ kind: 'linked', by: { id: me.id } });
  const seen = (await colleague.call(documents.activity, { params: { id: file } })).data.map(({ kind }) => kind);
  expect(seen).not.toContain('linked');
});

it('is deleted with the member who made it', async () => {
  const { me } = await linkedWorkspace(app);
  const leaver = await person(app, { role: 'member', organizationId: me.organizationId });
  await linkTo(leaver, await otherFile(leaver));
  await me.call(members.remove, { params: { id: leaver.id }, query: { content: 'delete' } });
  expect(await listed(me, { query: { of: 'everyone' } })).toEqual([]);
});
