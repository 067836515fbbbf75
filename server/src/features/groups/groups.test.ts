import { contract, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const { groups, members } = contract;

const app = await forThisFile(testApp());
const owner = await person(app);
const { organizationId } = owner;
const people = [
  await person(app, { role: 'admin', organizationId }),
  await person(app, { role: 'member', organizationId }),
  await person(app, { role: 'guest', organizationId }),
];

const create = async (name: string, who = owner) => (await who.call(groups.create, { body: { name } })).data;
const inGroup = async (id: string) =>
  (await owner.call(groups.members, { params: { id } })).data.map((member) => member.id).sort();
const sorted = (...who: TestPerson[]) => who.map(({ id }) => id).sort();

it('are managed by owners and admins, and seen by members', async () => {
  const [admin, member, guest] = people as [TestPerson, TestPerson, TestPerson];
  const design = await create('Design', admin);
  expect(design).toEqual({ id: design.id, name: 'Design', everyone: false, members: 0 });
  const params = { id: design.id };
  await admin.call(groups.addMembers, { params, body: { user_ids: [member.id, guest.id, member.id] } });
  expect((await member.call(groups.list)).data).toEqual([
    { id: owner.organizationId, name: 'Everyone in the workspace', everyone: true, members: 3 },
    { ...design, members: 2 },
  ]);
  expect(await inGroup(design.id)).toEqual(sorted(member, guest));
  expect((await owner.call(groups.members, { params, query: { search: member.email } })).pagination.total).toBe(1);
  expect(await inGroup(owner.organizationId)).toEqual(sorted(owner, admin, member));
  expect((await owner.call(groups.update, { params, body: { name: 'Design team' } })).data.members).toBe(2);
  await owner.call(groups.setMembers, { params, body: { user_ids: [admin.id, guest.id] } });
  expect(await inGroup(design.id)).toEqual(sorted(admin, guest));
  const removed = { ...params, userId: guest.id };
  expect((await owner.call(groups.removeMember, { params: removed })).data.members).toBe(1);
  expect((await failure(owner.call(groups.removeMember, { params: removed }))).status).toBe(404);
  await owner.call(groups.delete, { params });
  expect((await failure(owner.call(groups.members, { params }))).status).toBe(404);
  expect((await owner.call(groups.restore, { params })).data).toEqual({ ...design, name: 'Design team', members: 1 });
  const stranger = await person(app);
  expect((await failure(stranger.call(groups.delete, { params }))).status).toBe(404);
  expect((await failure(stranger.call(groups.members, { params }))).status).toBe(404);
});

it('have unique names and people of the workspace; everyone cannot be changed', async () => {
  const sales = await create('Sales');
  const taken = await failure(create('SALES'));
  expect([taken.status, taken.errors.name]).toEqual([422, ['There’s already a group with this name']]);
  await owner.call(groups.delete, { params: { id: sales.id } });
  const again = await create('Sales');
  expect((await failure(owner.call(groups.restore, { params: { id: sales.id } }))).status).toBe(422);
  const stranger = await person(app);
  const params = { id: again.id };
  const add = (...ids: string[]) => owner.call(groups.addMembers, { params, body: { user_ids: ids } });
  expect((await failure(add(people[0]!.id, stranger.id))).status).toBe(404);
  expect(await inGroup(again.id)).toEqual([]);
  const everyone = { id: owner.organizationId };
  const refusals = await Promise.all(
    [
      owner.call(groups.update, { params: everyone, body: { name: 'All of us' } }),
      owner.call(groups.delete, { params: everyone }),
      owner.call(groups.addMembers, { params: everyone, body: { user_ids: [owner.id] } }),
    ].map(failure),
  );
  expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409]);
});

it('lose members who leave the workspace', async () => {
  const leaving = await person(app, { role: 'member', organizationId: owner.organizationId });
  const group = await create('Leavers');
  await owner.call(groups.addMembers, { params: { id: group.id }, body: { user_ids: [leaving.id] } });
  await owner.call(members.remove, { params: { id: leaving.id }, query: { content: 'delete' } });
  expect(await inGroup(group.id)).toEqual([]);
});

describe('limits', () => {
  const fill = (text: string, values: unknown[]) => app.services.pool.query(text, values);

  it('apply to groups in a workspace', async () => {
    const rich = await person(app);
    await fill(
      `insert into groups (id, organization_id, name) select gen_random_uuid(), $1, 'Group ' || n from generate_series(1, $2) n`,
      [rich.organizationId, limits.groups - 1],
    );
    const last = await create('The last', rich);
    const error = await failure(create('One more', rich));
    expect([error.status, error.message]).toEqual([409, 'A workspace can have up to 200 groups.']);
    await rich.call(groups.delete, { params: { id: last.id } });
    await create('Another last', rich);
    expect((await failure(rich.call(groups.restore, { params: { id: last.id } }))).status).toBe(409);
  });

  it('apply to people in a group, and to groups of a person', async () => {
    const rich = await person(app);
    const { organizationId } = rich;
    const group = await create('Large', rich);
    await fill(
      `with people as (insert into users (id, name, email, password_hash)
         select gen_random_uuid(), 'Somebody', 'somebody' || n || '@example.com', '' from generate_series(1, $2) n returning id),
       joined as (insert into memberships (organization_id, user_id, role) select $1, id, 'member' from people returning user_id)
       select count(*) from joined`,
      [organizationId, limits.groupMembers],
    );
    await fill(
      `insert into group_members (organization_id, group_id, user_id)
       select organization_id, $2, user_id from memberships where organization_id = $1 and user_id <> $3`,
      [organizationId, group.id, rich.id],
    );
    const add = (id: string) => rich.call(groups.addMembers, { params: { id }, body: { user_ids: [rich.id] } });
    expect((await failure(add(group.id))).message).toBe('A group can have up to 5,000 people.');
    await fill(
      `with made as (insert into groups (id, organization_id, name)
         select gen_random_uuid(), $1, 'Group ' || n from generate_series(1, $3) n returning id)
       insert into group_members (organization_id, group_id, user_id) select $1, id, $2 from made`,
      [organizationId, rich.id, limits.groupsEach],
    );
    const small = await create('Small', rich);
    expect((await failure(add(small.id))).message).toMatch(/^Person \d+ is already in 50 groups\.$/);
  });
});
