import { contract, type SharePermission } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { newFolder } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { uploadInto } from '../writes/testing/upload-into.ts';

const { bulk, documents, groups, relocations, sharing, trash } = contract;

const app = await forThisFile(testApp());

let olga: TestPerson;
let bea: TestPerson;
let guest: TestPerson;
beforeEach(async () => {
  olga = await person(app);
  const { organizationId } = olga;
  bea = await person(app, { role: 'member', organizationId });
  guest = await person(app, { role: 'guest', organizationId });
});

const file = async (who: TestPerson, filename: string, parent_id?: string, content = filename) => {
  const { status, headers } = await uploadInto(app, who, { filename, parent_id, policy: 'replace' }, content);
  expect(status).toBe(201);
  return String(headers['upload-document']);
};
const share = (to: TestPerson | { id: string }, id: string, permission?: SharePermission) =>
  olga.call(sharing.share, { body: { inviting_ids: [to.id], document_ids: [id], permission } });
const rename = (who: TestPerson, id: string, name: string) =>
  who.call(documents.change, { params: { id }, body: { name } });
const remove = (who: TestPerson, ...document_ids: string[]) => who.call(documents.delete, { body: { document_ids } });
const restore = (who: TestPerson, ...document_ids: string[]) => who.call(documents.restore, { body: { document_ids } });
const move = (who: TestPerson, id: string, parent_id: string | null) =>
  who.call(relocations.move, { body: { document_ids: [id], parent_id } });
const copy = (who: TestPerson, id: string, parent_id: string | null) =>
  who.call(relocations.copy, { body: { document_ids: [id], parent_id } });
const get = async (who: TestPerson, id: string) => (await who.call(documents.get, { params: { id } })).data;
const paths = async (who: TestPerson) =>
  (await who.call(documents.list, { query: { per_page: 100 } })).data
    .map(({ location, name }) => [...location.map((above) => above.name), name].join('/'))
    .sort();
const activity = async (id: string) =>
  (await olga.call(documents.activity, { params: { id } })).data.map(({ kind, by }) => `${kind} ${by?.id}`);

/** A shared folder with a file and a folder in it. */
async function tree() {
  const top = await newFolder(olga, 'Plans');
  const inner = await newFolder(olga, 'Drafts', top);
  const plan = await file(olga, 'plan.txt', top);
  const outside = await newFolder(olga, 'Private');
  return { top, inner, plan, outside };
}

/** Every call that changes something in the tree. Each is refused or, in this order, works. */
function writes(who: TestPerson, { top, inner, plan }: Awaited<ReturnType<typeof tree>>) {
  const body = { document_ids: [plan], parent_id: inner };
  return {
    'new folder': () => who.call(documents.createFolder, { body: { name: `New ${who.id}`, parent_id: top } }),
    'folders along a path': () =>
      who.call(documents.makeFolders, { body: { parent_id: top, paths: [[`Path ${who.id}`, 'deep']] } }),
    upload: () => uploaded(who, { filename: `up ${who.id}.txt`, parent_id: top }),
    'upload over a file': () => uploaded(who, { filename: 'plan.txt', parent_id: top, policy: 'replace' }),
    rename: () => rename(who, plan, `renamed ${who.id}.txt`),
    'move by change': () => who.call(documents.change, { params: { id: plan }, body: { parent_id: inner } }),
    'move back': () => move(who, plan, top),
    copy: () => who.call(relocations.copy, { body }),
    delete: () => remove(who, plan),
    restore: () => restore(who, plan),
    'rename of the shared folder': () => rename(who, top, `Plans ${who.id}`),
  };
}

async function uploaded(who: TestPerson, metadata: Record<string, string>) {
  const answer = await uploadInto(app, who, metadata, 'bytes');
  if (answer.status !== 201) throw Object.assign(new Error(answer.json.message), { status: answer.status });
}

it.each(['member', 'guest'] as const)('rejects every write of a %s with “Can view”', async (role) => {
  const made = await tree();
  const who = role === 'guest' ? guest : bea;
  await share(who, made.top);
  const before = await paths(olga);
  const { restore: restoring, ...others } = writes(who, made);
  for (const [name, write] of Object.entries(others))
    expect([name, (await write().catch((error) => error))?.status]).toEqual([name, 403]);
  expect((await failure(restoring())).status).toBe(404);
  await remove(olga, made.plan);
  expect((await failure(restoring())).status).toBe(404);
  await restore(olga, made.plan);
  expect(await paths(olga)).toEqual(before);
  expect(await get(who, made.plan)).toMatchObject({
    permission: 'view',
    cannot: { change: expect.stringContaining('only view'), add: expect.any(String), delete: expect.any(String) },
  });
});

it.each(['member', 'guest'] as const)('lets a %s with “Can edit” write with the owner’s account', async (role) => {
  const made = await tree();
  const who = role === 'guest' ? guest : bea;
  await share(who, made.top, 'edit');
  for (const [name, write] of Object.entries(writes(who, made))) {
    await write().catch((error) => expect.fail(`${name}: ${error.message}`));
    if (name === 'copy') await app.work();
  }
  const plans = `Plans ${who.id}`;
  const all = [
    'Private',
    plans,
    `${plans}/Drafts`,
    `${plans}/Drafts/renamed ${who.id}.txt`,
    `${plans}/New ${who.id}`,
    `${plans}/Path ${who.id}`,
    `${plans}/Path ${who.id}/deep`,
    `${plans}/renamed ${who.id}.txt`,
    `${plans}/up ${who.id}.txt`,
  ];
  expect(await paths(olga)).toEqual(all.sort());
  expect(await paths(who)).toEqual(all.filter((path) => path !== 'Private'));
  const listed = (await olga.call(documents.list, { query: { owner: 'me', per_page: 100 } })).data;
  expect(listed).toHaveLength(all.length);
  for (const { id, name } of listed.filter(
    (one) => one.name.includes(who.id) && one.id !== made.top && one.id !== made.plan,
  ))
    expect([name, (await activity(id)).at(-1)]).toEqual([name, `added ${who.id}`]);
  expect(await activity(made.plan)).toEqual(
    expect.arrayContaining(['changed', 'renamed', 'moved', 'deleted', 'restored'].map((kind) => `${kind} ${who.id}`)),
  );
});

describe('a shared folder', () => {
  it('can’t be moved or deleted by an editor', async () => {
    const { top, outside } = await tree();
    await share(bea, top, 'edit');
    await share(bea, outside, 'edit');
    expect(await get(bea, top)).toMatchObject({
      permission: 'edit',
      own: false,
      cannot: { change: null, add: null, move: expect.stringContaining('directly'), delete: expect.any(String) },
    });
    expect((await failure(remove(bea, top))).status).toBe(403);
    expect((await failure(move(bea, top, outside))).status).toBe(403);
  });

  it('can’t be left by its content and takes others’ files by upload only', async () => {
    const { top, plan, outside } = await tree();
    await share(bea, top, 'edit');
    await share(bea, outside, 'edit');
    const own = await file(bea, 'mine.txt');
    for (const refused of [
      () => move(bea, plan, outside),
      () => copy(bea, plan, outside),
      () => move(bea, plan, null),
      () => copy(bea, plan, null),
      () => move(bea, own, top),
      () => copy(bea, own, top),
      () => bea.call(documents.change, { params: { id: plan }, body: { parent_id: null } }),
      () => bea.call(documents.change, { params: { id: plan }, body: { parent_id: outside } }),
    ])
      expect((await failure(refused())).status).toBe(409);
    expect((await get(olga, plan)).parent_id).toBe(top);
  });
});

it('uses the strongest permission until its share ends', async () => {
  const { top, inner, plan } = await tree();
  const { id: groupId } = (await olga.call(groups.create, { body: { name: 'Team' } })).data;
  await olga.call(groups.setMembers, { params: { id: groupId }, body: { user_ids: [bea.id] } });
  await share(bea, plan);
  await share(bea, top, 'view');
  expect((await failure(rename(bea, plan, 'x'))).status).toBe(403);
  await share({ id: groupId }, top, 'edit');
  await rename(bea, plan, 'by the group');
  const why = (await olga.call(sharing.reasons, { params: { id: plan }, query: { user_id: bea.id } })).data;
  expect(why.map(({ kind, permission }) => `${kind} ${permission}`)).toEqual([
    'group edit',
    'share view',
    'folder view',
  ]);
  await share(bea, plan, 'edit');
  expect((await failure(share(bea, plan, 'view'))).message).toContain('“Team”');
  await olga.call(groups.setMembers, { params: { id: groupId }, body: { user_ids: [] } });
  await share(bea, plan, 'view');
  expect((await failure(rename(bea, plan, 'again'))).status).toBe(403);
  await share(bea, inner, 'edit');
  await newFolder(bea, 'In drafts', inner);
  expect((await failure(newFolder(bea, 'In plans', top))).status).toBe(403);
});

it('changes a permission by sharing again and keeps it without a permission', async () => {
  const { top, plan } = await tree();
  await share(bea, top, 'edit');
  await share(bea, top);
  await rename(bea, plan, 'still.txt');
  const given = async () =>
    (await olga.call(sharing.members, { params: { documentId: plan } })).data.map(({ id, permission }) => [
      id,
      permission,
    ]);
  expect(await given()).toEqual([[bea.id, 'edit']]);
  const { rows: before } = await app.services.pool.query('select xmin from document_access where document_id = $1', [
    plan,
  ]);
  await share(bea, top, 'view');
  expect(await given()).toEqual([[bea.id, 'view']]);
  expect((await failure(rename(bea, plan, 'no.txt'))).status).toBe(403);
  const { rows: after } = await app.services.pool.query('select xmin from document_access where document_id = $1', [
    plan,
  ]);
  expect(after).toEqual(before);
});

it('keeps a person out whose upload started before their access ended', async () => {
  const { top } = await tree();
  await share(bea, top, 'edit');
  const created = await app.request({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...bea.headers,
      'tus-resumable': '1.0.0',
      'upload-length': '1',
      'upload-metadata': `filename ${btoa('late.txt')},parent_id ${btoa(top)}`,
    },
  });
  expect(created.status).toBe(201);
  await share(bea, top, 'view');
  const sent = await app.request({
    method: 'PATCH',
    url: String(created.headers.location),
    headers: {
      ...bea.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.from('x'),
  });
  expect(sent.status).toBe(403);
  expect(await paths(olga)).not.toContain('Plans/late.txt');
});

it('deletes what may be edited of a list in the background, and restores it', async () => {
  const { top, plan } = await tree();
  await share(bea, top, 'edit');
  const before = await paths(olga);
  const body = { query: { owner: 'shared' as const }, action: 'delete' as const };
  const { id } = (await bea.call(bulk.start, { body })).data;
  await app.work();
  expect((await bea.call(bulk.get, { params: { id } })).data).toMatchObject({ changed: 2, left_out: 1 });
  expect(await paths(olga)).toEqual(['Plans', 'Private']);
  await bea.call(bulk.undo, { params: { id } });
  await app.work();
  expect(await paths(olga)).toEqual(before);
  expect((await activity(plan))[0]).toBe(`restored ${bea.id}`);
});

it('refuses to restore for an editor when the folder is gone, since it would be at the owner’s top level', async () => {
  const { top, inner } = await tree();
  await share(bea, top, 'edit');
  const one = await file(olga, 'one.txt', inner);
  const body = { query: { in: inner }, action: 'delete' as const };
  const { id } = (await bea.call(bulk.start, { body })).data;
  await app.work();
  await remove(olga, inner);
  const before = await paths(olga);
  const reason = 'Their folder isn’t there anymore. Only the owner can restore them.';
  expect(await failure(restore(bea, one))).toMatchObject({ status: 409, message: reason });
  await bea.call(bulk.undo, { params: { id } });
  await app.work();
  expect((await bea.call(bulk.get, { params: { id } })).data).toMatchObject({
    status: 'undone',
    left_out_reasons: [{ reason, count: 1 }],
  });
  expect(await paths(olga)).toEqual(before);
  await restore(olga, one);
  expect(await paths(olga)).toEqual([...before, 'one.txt'].sort());
});

it('gives guests no documents of their own to change', async () => {
  expect((await failure(newFolder(guest, 'Mine'))).status).toBe(403);
  expect((await uploadInto(app, guest, { filename: 'a.txt' }, 'a')).status).toBe(403);
  const { plan } = await tree();
  expect((await failure(rename(guest, plan, 'x'))).status).toBe(404);
  expect((await failure(restore(guest, plan))).status).toBe(404);
});

describe('the trash of an editor', () => {
  const inTrash = async (who: TestPerson, query: object = {}) =>
    (await who.call(documents.list, { query: { place: 'trash', sort: 'name', ...query } })).data;
  const names = async (who: TestPerson) => (await inTrash(who)).map(({ name }) => name);

  it('lists and restores what they deleted in others’ folders, which only the owner deletes for good', async () => {
    const { top, inner, plan } = await tree();
    await file(olga, 'deep.txt', inner);
    await share(bea, top, 'edit');
    await share(guest, top, 'edit');
    const byOwner = await file(olga, 'by owner.txt', top);
    await remove(olga, byOwner);
    await remove(bea, plan, inner);
    const listed = await inTrash(bea);
    expect(listed.map(({ name, own, permission, cannot }) => [name, own, permission, cannot.restore])).toEqual([
      ['Drafts', false, 'edit', null],
      ['plan.txt', false, 'edit', null],
    ]);
    expect(listed[0]!.location.map(({ name }) => name)).toEqual(['Plans']);
    expect(listed[0]).toMatchObject({ deleted: { contents: 1 }, account: { display_name: null } });
    expect((await inTrash(bea, { parent_id: inner })).map(({ name }) => name)).toEqual(['deep.txt']);
    expect([await names(guest), await inTrash(guest, { parent_id: inner })]).toEqual([[], []]);
    expect(await names(olga)).toEqual(['by owner.txt', 'Drafts', 'plan.txt']);
    expect((await bea.call(trash.accounts)).data).toEqual([]);
    const forGood = bea.call(trash.delete, { body: { document_ids: [plan] } });
    expect((await failure(forGood)).status).toBe(404);
    await restore(bea, plan);
    expect([await names(bea), (await get(bea, plan)).parent_id]).toEqual([['Drafts'], top]);
    await remove(guest, plan);
    expect([await names(guest), await names(bea)]).toEqual([['plan.txt'], ['Drafts', 'plan.txt']]);
  });

  it('hides folders above the shared one, and everything once they may not edit it or it is deleted itself', async () => {
    const above = await newFolder(olga, 'Above');
    const top = await newFolder(olga, 'Plans', above);
    const inner = await newFolder(olga, 'Drafts', top);
    await share(bea, top, 'edit');
    const one = await file(olga, 'one.txt', inner);
    await remove(bea, one);
    expect((await inTrash(bea))[0]!.location.map(({ name }) => name)).toEqual(['Plans', 'Drafts']);
    await remove(olga, top);
    expect(await names(bea)).toEqual([]);
    await restore(olga, top);
    expect(await names(bea)).toEqual(['one.txt']);
    await share(bea, top, 'view');
    expect(await names(bea)).toEqual([]);
    expect((await failure(restore(bea, one))).status).toBe(404);
    await share(bea, top, 'edit');
    expect(await names(bea)).toEqual(['one.txt']);
    await olga.call(trash.delete, { body: { document_ids: [one] } });
    expect(await names(bea)).toEqual([]);
  });
});
