import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

const { members, labels, collections, organizations } = contract;

/** An organization with one member of each role. */
async function team() {
  const owner = await person(app);
  const { organizationId } = owner;
  const [admin, member, guest] = [
    await person(app, { role: 'admin', organizationId }),
    await person(app, { role: 'member', organizationId }),
    await person(app, { role: 'guest', organizationId }),
  ];
  return { owner, admin, member, guest, organizationId };
}

const rolesIn = async (viewer: TestPerson) =>
  Object.fromEntries((await viewer.call(members.list)).data.map((member) => [member.id, member.role]));

describe('the list', () => {
  it('is paged, searched by name and email, and limited to this organization', async () => {
    const { owner, member } = await team();
    await person(app);
    const first = await owner.call(members.list, { query: { per_page: 3 } });
    expect(first.data).toHaveLength(3);
    expect(first.pagination).toEqual({ currentPage: 1, perPage: 3, total: 4 });
    expect((await owner.call(members.list, { query: { per_page: 3, page: 2 } })).data).toHaveLength(1);
    const found = await owner.call(members.list, { query: { search: member.email.toUpperCase() } });
    expect(found.data).toMatchObject([{ id: member.id, role: 'member' }]);
    expect((await owner.call(members.list, { query: { search: '100%_' } })).data).toEqual([]);
  });

  it('shows who has visited, from their first call on, and who never has', async () => {
    const { owner, member, guest } = await team();
    await member.call(labels.list);
    const seen = async (id: string) =>
      (await owner.call(members.list)).data.find((one) => one.id === id)!.last_seen_at !== null;
    // The visit is recorded in the background.
    await expect.poll(() => seen(member.id)).toBe(true);
    expect(await seen(guest.id)).toBe(false);
  });
});

describe('roles', () => {
  it('change, but only owners can make or change owners', async () => {
    const { owner, admin, member } = await team();
    await admin.call(members.setRole, { params: { id: member.id }, body: { role: 'guest' } });
    expect((await rolesIn(owner))[member.id]).toBe('guest');
    expect(
      (await failure(admin.call(members.setRole, { params: { id: owner.id }, body: { role: 'member' } }))).status,
    ).toBe(403);
    expect(
      (await failure(admin.call(members.setRole, { params: { id: admin.id }, body: { role: 'owner' } }))).status,
    ).toBe(403);
    await owner.call(members.setRole, { params: { id: admin.id }, body: { role: 'owner' } });
    await admin.call(members.setRole, { params: { id: owner.id }, body: { role: 'member' } });
    expect(await rolesIn(admin)).toMatchObject({ [owner.id]: 'member', [admin.id]: 'owner' });
  });

  it('always keep an owner', async () => {
    const { owner } = await team();
    const error = await failure(owner.call(members.setRole, { params: { id: owner.id }, body: { role: 'admin' } }));
    expect([error.status, error.code]).toEqual([409, 'last_owner']);
    expect((await failure(owner.call(members.leave, { body: { content: 'delete' } }))).code).toBe('last_owner');
  });

  it('keep one owner when both leave at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { owner, organizationId } = await team();
      const second = await person(app, { role: 'owner', organizationId });
      const both = await Promise.allSettled(
        [owner, second].map((one) => one.call(members.leave, { body: { content: 'delete' } })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const owners = await app.services.db
        .selectFrom('memberships')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'owner')
        .execute();
      expect(owners).toHaveLength(1);
    }
  });

  it('include owner only for people with a verified address', async () => {
    const { owner, organizationId } = await team();
    const fresh = await person(app, { role: 'member', organizationId, verified: false });
    expect((await failure(owner.call(members.handOver, { body: { user_id: fresh.id } }))).status).toBe(409);
    expect(
      (await failure(owner.call(members.setRole, { params: { id: fresh.id }, body: { role: 'owner' } }))).status,
    ).toBe(409);
  });

  it('transfer ownership in one step', async () => {
    const { owner, member } = await team();
    expect((await failure(owner.call(members.handOver, { body: { user_id: owner.id } }))).status).toBe(422);
    expect((await failure(owner.call(members.handOver, { body: { user_id: (await person(app)).id } }))).status).toBe(
      404,
    );
    await owner.call(members.handOver, { body: { user_id: member.id } });
    expect(await rolesIn(owner)).toMatchObject({ [owner.id]: 'admin', [member.id]: 'owner' });
    expect((await failure(owner.call(members.handOver, { body: { user_id: member.id } }))).status).toBe(403);
  });
});

describe('removing', () => {
  it('gives their content to another member, and renames duplicates', async () => {
    const { owner, member } = await team();
    for (const one of [owner, member]) await one.call(labels.create, { body: { name: 'Urgent', color: '#e03131' } });
    await member.call(collections.create, { body: { name: 'Contracts' } });
    expect((await owner.call(members.content, { params: { id: member.id } })).data).toEqual({
      accounts: 0,
      documents: 0,
      labels: 1,
      collections: 1,
    });
    const query = { content: 'hand_over', hand_over_to: owner.id } as const;
    await owner.call(members.remove, { params: { id: member.id }, query });
    expect((await owner.call(collections.list)).data).toMatchObject([{ name: 'Contracts' }]);
    const names = (await owner.call(labels.list)).data.map(({ name }) => name);
    expect(names).toEqual(['Urgent', expect.stringMatching(/^Urgent \(\w{6}\)$/)]);
    expect((await failure(member.call(labels.list))).status).toBe(404);
  });

  it('deletes their content, and hides it from people without permission', async () => {
    const { owner, admin, member, guest } = await team();
    await guest.call(labels.create, { body: { name: 'Mine', color: '#e03131' } });
    expect((await failure(member.call(members.content, { params: { id: guest.id } }))).status).toBe(403);
    expect((await guest.call(members.content, { params: { id: guest.id } })).data.labels).toBe(1);
    expect(
      (await failure(admin.call(members.remove, { params: { id: owner.id }, query: { content: 'delete' } }))).status,
    ).toBe(403);
    expect(
      (await failure(admin.call(members.remove, { params: { id: admin.id }, query: { content: 'delete' } }))).status,
    ).toBe(409);
    await admin.call(members.remove, { params: { id: guest.id }, query: { content: 'delete' } });
    expect(Object.keys(await rolesIn(owner))).not.toContain(guest.id);
    const left = await app.services.db.selectFrom('labels').select('id').where('user_id', '=', guest.id).execute();
    expect(left).toEqual([]);
  });

  it('needs an heir from the same organization', async () => {
    const { owner, member } = await team();
    const stranger = await person(app);
    for (const hand_over_to of [undefined, member.id, stranger.id]) {
      const error = await failure(
        owner.call(members.remove, { params: { id: member.id }, query: { content: 'hand_over', hand_over_to } }),
      );
      expect([error.status, Object.keys(error.errors)]).toEqual([422, ['hand_over_to']]);
    }
    expect(Object.keys(await rolesIn(owner))).toContain(member.id);
  });

  it('does not find members of another organization', async () => {
    const [{ owner }, other] = [await team(), await team()];
    const error = await failure(
      owner.call(members.remove, { params: { id: other.member.id }, query: { content: 'delete' } }),
    );
    expect(error.status).toBe(404);
    expect((await other.owner.call(organizations.info)).data.subscription.usage.members).toBe(4);
  });
});

it('lets a member leave', async () => {
  const { owner, member } = await team();
  await member.call(members.leave, { body: { content: 'hand_over', hand_over_to: owner.id } });
  expect((await member.call(organizations.list)).data).toEqual([]);
});

it('refuses a label across organizations in the database itself', async () => {
  const [one, other] = [await person(app), await person(app)];
  const row = {
    id: crypto.randomUUID(),
    organization_id: one.organizationId,
    user_id: other.id,
    name: 'Across',
    color: '#e03131',
  };
  await expect(app.services.db.insertInto('labels').values(row).execute()).rejects.toThrow(/foreign key/);
});
