import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { sql as query, type RawBuilder } from 'kysely';
import { expect, it } from 'vitest';
import { findViewer } from '../../http/find-viewer.ts';
import type { Member } from '../../http/viewer.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { isSeen, seenInOrder } from '../access/index.ts';

const { documents, sharing, groups, members } = contract;

const app = await forThisFile(testApp());

const sql = (text: string, ...values: unknown[]) => app.services.pool.query(text, values);

const groupOf = async (owner: TestPerson, name: string, ...people: TestPerson[]) => {
  const { id } = (await owner.call(groups.create, { body: { name } })).data;
  await owner.call(groups.addMembers, { params: { id }, body: { user_ids: people.map((one) => one.id) } });
  return id;
};
const give = (from: TestPerson, documentIds: string[], ...principals: string[]) =>
  from.call(sharing.share, { body: { inviting_ids: principals, document_ids: documentIds } });

async function team() {
  const me = await person(app);
  const { organizationId } = me;
  const [bea, cem, guest] = [
    await person(app, { role: 'member', organizationId }),
    await person(app, { role: 'member', organizationId }),
    await person(app, { role: 'guest', organizationId }),
  ];
  const account = await quietAccount(app, me);
  const [folder] = await addDocuments(app, me, account, [{ name: 'Folder', folder: true }]);
  const [inside, outside] = await addDocuments(app, me, account, [
    { name: 'inside.txt', parent: folder! },
    { name: 'outside.txt' },
  ]);
  return { me, bea, cem, guest, account, folder: folder!, inside: inside!, outside: outside! };
}

it('gives everyone the reasons why they see a document', async () => {
  const { me, bea, cem, guest, folder, inside } = await team();
  const design = await groupOf(me, 'Design', bea, guest);
  await give(me, [folder], design);
  await give(me, [inside], me.organizationId, cem.id);
  const params = { documentId: inside };
  const { data, pagination } = await me.call(sharing.members, { params });
  const lines = data.map(({ kind, id, via, group, members: people }) => [
    kind,
    id,
    via?.name ?? null,
    group?.name ?? null,
    people,
  ]);
  expect(lines).toEqual([
    ['group', me.organizationId, null, null, 3],
    ['group', design, 'Folder', null, 2],
    ['user', bea.id, null, 'Everyone in the workspace', null],
    ['user', cem.id, null, null, null],
    ['user', guest.id, 'Folder', 'Design', null],
  ]);
  expect(pagination.total).toBe(5);
  const search = (await me.call(sharing.members, { params, query: { search: 'desi' } })).data;
  expect(search.map(({ id }) => id)).toEqual([design]);
  expect((await me.call(sharing.others, { params })).data).toEqual([]);
  const why = async (who: TestPerson, of: TestPerson) =>
    (await who.call(sharing.reasons, { params: { id: inside }, query: { user_id: of.id } })).data.map(
      ({ kind, group, folder: above }) => [kind, group?.name, above?.name],
    );
  expect(await why(me, me)).toEqual([['owner', undefined, undefined]]);
  expect(await why(me, bea)).toEqual([
    ['group', 'Everyone in the workspace', undefined],
    ['group', 'Design', 'Folder'],
  ]);
  expect(await why(me, cem)).toEqual([
    ['share', undefined, undefined],
    ['group', 'Everyone in the workspace', undefined],
  ]);
  expect(await why(guest, guest)).toEqual([['group', 'Design', 'Folder']]);
  expect((await failure(why(bea, cem))).status).toBe(404);
  const access = (await guest.call(documents.get, { params: { id: inside } })).data.access;
  expect(access.map(({ id, owner, via }) => [id, owner, via?.name])).toEqual([
    [me.id, true, undefined],
    [design, false, 'Folder'],
  ]);
});

it('must be ended where the share comes from', async () => {
  const { me, bea, folder, inside } = await team();
  const design = await groupOf(me, 'Design', bea);
  const take = (who: TestPerson, from: string, documentId: string) =>
    who.call(sharing.unshare, { params: { userId: from, documentId } });
  await give(me, [folder], design);
  const refusal = async (call: Promise<unknown>) => {
    const { status, message } = await failure(call);
    return [status, message];
  };
  expect(await refusal(take(me, design, inside))).toEqual([409, expect.stringContaining('folder “Folder”')]);
  expect(await refusal(take(me, bea.id, inside))).toEqual([409, expect.stringContaining('group “Design”')]);
  expect(await refusal(take(bea, bea.id, folder))).toEqual([409, expect.stringContaining('group “Design”')]);
  expect((await refusal(take(bea, design, folder)))[0]).toBe(404);
  await take(me, design, folder);
  await take(me, design, folder);
  const { data } = await me.call(documents.activity, { params: { id: folder } });
  expect(data.slice(0, 2).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['unshared', 'Design'],
    ['shared', 'Design'],
  ]);
});

it('sends each member one email, but none for very large groups', async () => {
  const { me, bea, cem, guest, inside, outside } = await team();
  const [design, sales] = [await groupOf(me, 'Design', bea, cem, guest), await groupOf(me, 'Sales', bea)];
  await give(me, [inside], design, sales, cem.id);
  await give(me, [inside], design);
  await app.work();
  const subjects = async (who: TestPerson) => (await app.mailsTo(who.email)).map(({ subject }) => subject);
  const shared = (whom: string) => [expect.stringMatching(`shared “inside.txt” with ${whom}$`)];
  expect(await subjects(bea)).toEqual(shared('the group “Design”'));
  expect(await subjects(cem)).toEqual(shared('you'));
  expect(await subjects(guest)).toEqual(shared('the group “Design”'));
  expect(await subjects(me)).toEqual([]);
  await sql(
    `with people as (insert into users (id, name, email, password_hash, email_verified_at)
       select gen_random_uuid(), 'Somebody', 'crowd' || n || '@example.com', '', now() from generate_series(1, 1000) n returning id),
     joined as (insert into memberships (organization_id, user_id, role) select $1, id, 'member' from people returning user_id)
     select count(*) from joined`,
    me.organizationId,
  );
  await give(me, [outside], me.organizationId);
  await app.work();
  expect(await subjects(bea)).toHaveLength(1);
  expect((await sql('select 1 from share_mails')).rowCount).toBe(0);
});

it('ends for good a day after the group was deleted', async () => {
  const { me, bea, folder } = await team();
  const design = await groupOf(me, 'Design', bea);
  await give(me, [folder], design);
  const rows = async () => (await sql('select 1 from document_access where principal_id = $1', design)).rowCount;
  const run = async () => {
    for (const job of ['sharing.end-shares-of-deleted-groups', 'groups.forget-deleted'])
      await sql('select graphile_worker.add_job($1)', job);
    await app.work();
  };
  await me.call(groups.delete, { params: { id: design } });
  await run();
  expect(await rows()).toBe(2);
  await sql(`update groups set deleted_at = now() - interval '25 hours' where id = $1`, design);
  await run();
  expect(await rows()).toBe(0);
  await run();
  expect((await sql('select 1 from groups where id = $1', design)).rowCount).toBe(0);
});

it('adds a row for each document, and none when someone joins', async () => {
  const { me, bea, cem, folder } = await team();
  const design = await groupOf(me, 'Design', bea);
  const rows = async () =>
    (await sql('select 1 from document_access where organization_id = $1', me.organizationId)).rowCount;
  const before = (await rows())!;
  await give(me, [folder], design);
  expect(await rows()).toBe(before + 2);
  await me.call(groups.addMembers, { params: { id: design }, body: { user_ids: [cem.id] } });
  expect(await rows()).toBe(before + 2);
  expect((await cem.call(documents.list)).pagination.total).toBe(2);
});

/** A failure prints how to replay it; GROUPS_SHRINK=1 makes it shorter. */
const { GROUPS_SHRINK } = process.env;

/** The state, as simple as possible. */
interface Model {
  documents: Map<string, { parent: string | null; owner: string; deleted: boolean }>;
  shares: Set<string>;
  inGroup: Set<string>;
  deletedGroups: Set<string>;
  guests: Set<string>;
}

function sees(model: Model, organizationId: string, userId: string, documentId: string): boolean {
  const document = model.documents.get(documentId)!;
  if (document.deleted) return false;
  if (document.owner === userId) return true;
  const isPrincipal = (id: string) =>
    id === userId ||
    (id === organizationId && !model.guests.has(userId)) ||
    (model.inGroup.has(`${id} ${userId}`) && !model.deletedGroups.has(id));
  for (let at: string | null = documentId; at !== null; at = model.documents.get(at)!.parent)
    for (const share of model.shares) {
      const [shared, principal] = share.split(' ');
      if (shared === at && isPrincipal(principal!)) return true;
    }
  return false;
}

/**
 * Long lists are read by ranges of an index, one for each principal; short ones as a whole. Both must give the same.
 */
async function expectSameOrder(who: TestPerson): Promise<void> {
  const viewer = (await findViewer(app.services, who.token, who.organizationId)) as Member;
  const read = async (rows: RawBuilder<unknown>) => (await rows.execute(app.services.db)).rows;
  const columns = query`a.document_id, a.name_key`;
  for (const order of [query`a.name_key, a.document_id`, query`a.name_key desc, a.document_id desc`]) {
    const all = await read(query`select ${columns} from document_access a where ${isSeen(viewer)} order by ${order}`);
    for (const [limit, offset] of [
      [100, 0],
      [3, 2],
    ] as const) {
      const ranges = seenInOrder(viewer, { columns, where: query`true`, order, limit, offset });
      expect(await read(ranges)).toEqual(all.slice(offset, offset + limit));
    }
  }
}

it('gives everyone what a simple model predicts, whatever happens in whichever order', async () => {
  const kinds = ['add', 'move', 'share', 'share', 'unshare', 'join', 'join', 'leave', 'group', 'role', 'bin'] as const;
  const action = fc.record({ what: fc.constantFrom(...kinds), which: fc.nat(1000), other: fc.nat(1000) });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 25 }), async (actions) => {
      const owner = await person(app);
      const { organizationId } = owner;
      const people = [owner];
      for (const role of ['member', 'guest'] as const) people.push(await person(app, { role, organizationId }));
      const accounts = [await quietAccount(app, people[0]!), await quietAccount(app, people[1]!)];
      const groupIds = [await groupOf(owner, 'One group'), await groupOf(owner, 'Two group')];
      const principals = [...people.map(({ id }) => id), ...groupIds, organizationId];
      const model: Model = {
        documents: new Map(),
        shares: new Set(),
        inGroup: new Set(),
        deletedGroups: new Set(),
        guests: new Set([people[2]!.id]),
      };
      const add = async (by: number, parent: string | null) => {
        const given = { name: `d${model.documents.size}`, folder: true, ...(parent && { parent }) };
        const [id] = await addDocuments(app, people[by]!, accounts[by]!, [given]);
        model.documents.set(id!, { parent, owner: people[by]!.id, deleted: false });
      };
      for (const by of [0, 1]) await add(by, null);
      const perform = async ({ what, which, other }: { what: string; which: number; other: number }) => {
        const ids = [...model.documents.keys()];
        const [id, target] = [ids[which % ids.length]!, ids[other % ids.length]!];
        const document = model.documents.get(id)!;
        const principal = principals[other % principals.length]!;
        const group = groupIds[which % groupIds.length]!;
        const who = people[other % people.length]!;
        const share = `${id} ${principal}`;
        if (what === 'add') await add(document.owner === people[0]!.id ? 0 : 1, id);
        if (what === 'move' && model.documents.get(target)!.owner === document.owner) {
          for (let at: string | null = target; at !== null; at = model.documents.get(at)!.parent) if (at === id) return;
          await sql('update documents set parent_id = $2 where id = $1', id, target);
          document.parent = target;
        }
        if (
          what === 'share' &&
          !document.deleted &&
          principal !== document.owner &&
          !model.deletedGroups.has(principal)
        ) {
          await give(people.find((one) => one.id === document.owner)!, [id], principal);
          model.shares.add(share);
        }
        if (what === 'unshare') {
          await sql('delete from document_shares where document_id = $1 and principal_id = $2', id, principal);
          model.shares.delete(share);
        }
        if (what === 'join' && !model.deletedGroups.has(group)) {
          await owner.call(groups.addMembers, { params: { id: group }, body: { user_ids: [who.id] } });
          model.inGroup.add(`${group} ${who.id}`);
        }
        if (what === 'leave' && !model.deletedGroups.has(group) && model.inGroup.delete(`${group} ${who.id}`))
          await owner.call(groups.removeMember, { params: { id: group, userId: who.id } });
        if (what === 'group') {
          const isDeleted = model.deletedGroups.delete(group);
          await owner.call(isDeleted ? groups.restore : groups.delete, { params: { id: group } });
          if (!isDeleted) model.deletedGroups.add(group);
        }
        if (what === 'role') {
          const role = model.guests.delete(people[2]!.id) ? 'member' : 'guest';
          await owner.call(members.setRole, { params: { id: people[2]!.id }, body: { role } });
          if (role === 'guest') model.guests.add(people[2]!.id);
        }
        if (what === 'bin') {
          document.deleted = !document.deleted;
          await sql(
            'update documents set deleted_at = case when $2 then now() end where id = $1',
            id,
            document.deleted,
          );
        }
      };
      // Makes something depend on groups from the start.
      const start = [
        { what: 'join', which: 0, other: 2 },
        { what: 'share', which: 0, other: people.length },
      ];
      for (const each of [...start, ...actions]) {
        await perform(each);
        for (const who of people) {
          const seen = [...model.documents].filter(([id]) => sees(model, organizationId, who.id, id));
          const own = seen.filter(([, { owner: by }]) => by === who.id).map(([id]) => id);
          const listed = async (query: object) => {
            const { data, pagination } = await who.call(documents.list, { query: { per_page: 100, ...query } });
            expect(pagination.total).toBe(data.length);
            return data.map(({ id }) => id).sort();
          };
          expect(await listed({ sort: 'name' })).toEqual(seen.map(([id]) => id).sort());
          expect(await listed({ owner: 'me' })).toEqual(own.sort());
        }
      }
      for (const who of people) await expectSameOrder(who);
    }),
    { numRuns: 5, endOnFailure: !GROUPS_SHRINK },
  );
}, 600_000);

it('rejects shares with deleted groups and groups of other workspaces, also for other recipients', async () => {
  const { me, bea, folder } = await team();
  const stranger = await person(app);
  const [deleted, elsewhere] = [await groupOf(me, 'Gone', bea), await groupOf(stranger, 'Theirs')];
  await me.call(groups.delete, { params: { id: deleted } });
  for (const group of [deleted, elsewhere]) {
    expect(await failure(give(me, [folder], group))).toMatchObject({
      status: 404,
      message: 'This person or group doesn’t exist, or you don’t have access to it.',
      errors: { inviting_ids: [group] },
    });
    expect(await failure(give(me, [folder], bea.id, group))).toMatchObject({
      status: 404,
      message:
        'One of these people and groups doesn’t exist, or you don’t have access to it. Reload the page and try again.',
      errors: { inviting_ids: [group] },
    });
  }
  const { rows } = await sql('select from document_shares where document_id = $1', folder);
  expect(rows).toEqual([]);
});
