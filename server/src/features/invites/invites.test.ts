import { contract, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

const { auth, groups, invites, members, notifications, organizations } = contract;
const password = { password: 'correct horse', password_confirmation: 'correct horse' };
let serial = 0;
const address = () => {
  serial += 1;
  return `newcomer${serial}@example.com`;
};

const slugIn = (text: string) => /accept-member-invite\/(\S+)/.exec(text)![1]!;

async function invited(owner: TestPerson, email = address(), role: 'admin' | 'member' | 'guest' = 'member') {
  const [invite] = (await owner.call(invites.create, { body: { email, role } })).data;
  await app.work();
  const [mail] = await app.mailsTo(email);
  return { invite: invite!, email, mailed: slugIn(mail!.text), copied: slugIn(invite!.link) };
}

const validate = (slug: string) => app.as()(invites.validate, { body: { slug } });
const join = (slug: string, name = 'New Comer') =>
  app.as()(invites.register, { params: { slug }, body: { name, ...password } });

describe('inviting', () => {
  it('accepts several addresses, each once, and lists them newest first', async () => {
    const owner = await person(app);
    const [a, b] = [address(), address()];
    const { data } = await owner.call(invites.create, { body: { emails: [a, b, a.toUpperCase()], role: 'guest' } });
    expect(data.map(({ email }) => email).sort()).toEqual([a, b].sort());
    const listed = await owner.call(invites.list);
    expect(listed.pagination.total).toBe(2);
    expect(listed.data[0]).toMatchObject({ role: 'guest', expired: false });
    expect((await owner.call(invites.list, { query: { search: a } })).data).toMatchObject([{ email: a }]);
  });

  it('refuses members and invalid addresses, without inviting the others', async () => {
    const owner = await person(app);
    const member = await person(app, { role: 'member', organizationId: owner.organizationId });
    const error = await failure(owner.call(invites.create, { body: { emails: [address(), member.email] } }));
    expect(error.errors.emails).toEqual([`${member.email} is already a member`]);
    expect((await failure(owner.call(invites.create, { body: { emails: [address(), 'nonsense'] } }))).status).toBe(422);
    expect((await failure(owner.call(invites.create, { body: {} }))).errors.emails).toEqual(['This is required']);
    expect((await owner.call(invites.list)).data).toEqual([]);
  });

  it('renews an open invitation instead of creating a second one', async () => {
    const owner = await person(app);
    const { email } = await invited(owner);
    await owner.call(invites.create, { body: { email, role: 'admin' } });
    expect((await owner.call(invites.list)).data).toMatchObject([{ email, role: 'admin' }]);
  });

  it('stops at the limit of the plan, counting open invitations', async () => {
    const owner = await person(app);
    const emails = Array.from({ length: 9 }, address);
    await owner.call(invites.create, { body: { emails } });
    const error = await failure(owner.call(invites.create, { body: { email: address() } }));
    expect([error.status, error.code]).toEqual([402, 'plan_limit']);
    await owner.call(invites.revoke, { params: { id: (await owner.call(invites.list)).data[0]!.id } });
    await owner.call(invites.create, { body: { email: address() } });
  });
});

describe('groups of an invitation', () => {
  const createGroup = async (owner: TestPerson, name: string) =>
    (await owner.call(groups.create, { body: { name } })).data.id;

  it('are joined with the workspace, except for deleted ones', async () => {
    const owner = await person(app);
    const [design, sales] = [await createGroup(owner, 'Design'), await createGroup(owner, 'Sales')];
    const email = address();
    const body = { email, role: 'guest' as const, group_ids: [design, sales] };
    const [invite] = (await owner.call(invites.create, { body })).data;
    expect(invite!.groups.map(({ name }) => name)).toEqual(['Design', 'Sales']);
    await owner.call(groups.delete, { params: { id: sales } });
    expect((await owner.call(invites.list)).data[0]!.groups).toEqual([{ id: design, name: 'Design' }]);
    await join(slugIn(invite!.link));
    expect((await owner.call(groups.members, { params: { id: design } })).data).toMatchObject([{ email }]);
    await owner.call(groups.restore, { params: { id: sales } });
    expect((await owner.call(groups.members, { params: { id: sales } })).data).toEqual([]);
  });

  it('are changed by inviting again', async () => {
    const owner = await person(app);
    const design = await createGroup(owner, 'Design');
    const { email } = await invited(owner);
    const again = await owner.call(invites.create, { body: { email, group_ids: [design] } });
    expect(again.data[0]!.groups).toEqual([{ id: design, name: 'Design' }]);
  });

  it('must be groups of the workspace that people can be added to', async () => {
    const [owner, other] = [await person(app), await person(app)];
    const foreign = await createGroup(other, 'Foreign');
    for (const id of [foreign, owner.organizationId]) {
      const error = await failure(owner.call(invites.create, { body: { email: address(), group_ids: [id] } }));
      expect(error).toMatchObject({ status: 404, errors: { group_ids: [id] } });
    }
    expect((await owner.call(invites.list)).data).toEqual([]);
  });
});

describe('a newcomer', () => {
  it('registers through the mail’s link, verified, in the offered role, without a workspace of their own', async () => {
    const owner = await person(app);
    const { mailed, email } = await invited(owner, address(), 'guest');
    expect((await validate(mailed)).data).toMatchObject({
      email,
      role: 'guest',
      has_account: false,
      organization: { id: owner.organizationId },
    });
    const { data } = await join(mailed);
    expect(data.user).toMatchObject({ email, name: 'New Comer', email_verified_at: expect.any(String) });
    const call = app.as({ Authorization: `Bearer ${data.auth.token}` });
    expect((await call(organizations.list)).data).toMatchObject([{ id: owner.organizationId, role: 'guest' }]);
    expect((await owner.call(invites.list)).data).toEqual([]);
  });

  it('registers through a copied link too, but still has to verify the address', async () => {
    const { copied, email } = await invited(await person(app));
    const { data } = await join(copied);
    expect(data.user.email_verified_at).toBeNull();
    await app.work();
    expect((await app.mailsTo(email))[0]!.subject).toMatch(/verification code/);
  });

  it('joins once, even with concurrent attempts', async () => {
    const owner = await person(app);
    const { mailed } = await invited(owner);
    const tries = await Promise.allSettled([join(mailed), join(mailed), join(mailed)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.call(members.list)).pagination.total).toBe(2);
    const told = (await owner.call(notifications.list)).data.notifications;
    expect(told.map(({ title }) => title)).toEqual(['New Comer accepted your invitation']);
  });
});

describe('a person with an account', () => {
  it('joins signed in with the invited address, once', async () => {
    const [owner, ada, bob] = [await person(app), await person(app), await person(app)];
    const { mailed } = await invited(owner, ada.email, 'admin');
    expect((await validate(mailed)).data.has_account).toBe(true);
    expect((await failure(join(mailed))).status).toBe(409);
    const wrong = await failure(bob.call(invites.accept, { body: { slug: mailed } }));
    expect([wrong.status, wrong.code]).toEqual([409, 'wrong_account']);
    const tries = await Promise.allSettled([1, 2].map(() => ada.call(invites.accept, { body: { slug: mailed } })));
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await ada.call(organizations.list)).data).toHaveLength(2);
    expect((await owner.call(members.list)).pagination.total).toBe(2);
  });
});

describe('an unusable invitation says that it', () => {
  it('is invalid', async () => {
    const { mailed } = await invited(await person(app));
    const forged = mailed.slice(0, -1) + (mailed.endsWith('A') ? 'B' : 'A');
    for (const slug of ['nonsense', forged, `l${mailed.slice(1)}`])
      expect((await failure(validate(slug))).code).toBe('not_found');
  });

  it('was used', async () => {
    const { mailed } = await invited(await person(app));
    await join(mailed);
    expect((await failure(validate(mailed))).code).toBe('invitation_used');
    expect((await failure(join(mailed))).code).toBe('invitation_used');
  });

  it('was revoked', async () => {
    const owner = await person(app);
    const { mailed, invite } = await invited(owner);
    await owner.call(invites.revoke, { params: { id: invite.id } });
    expect((await failure(join(mailed))).code).toBe('invitation_revoked');
    expect((await failure(owner.call(invites.revoke, { params: { id: invite.id } }))).status).toBe(404);
    expect((await failure(owner.call(invites.resend, { params: { id: invite.id } }))).status).toBe(404);
  });

  it('has expired, until it is sent again', async () => {
    const owner = await person(app);
    const { mailed, invite, email } = await invited(owner);
    const past = new Date(Date.now() - 1000);
    await app.services.db.updateTable('invitations').set({ expires_at: past }).where('id', '=', invite.id).execute();
    expect((await failure(validate(mailed))).code).toBe('invitation_expired');
    expect((await failure(join(mailed))).code).toBe('invitation_expired');
    expect((await owner.call(invites.list)).data).toMatchObject([{ expired: true }]);
    const renewed = (await owner.call(invites.resend, { params: { id: invite.id } })).data;
    const days = (Date.parse(renewed.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(limits.inviteDays);
    await app.work();
    expect(slugIn((await app.mailsTo(email))[0]!.text)).toBe(mailed);
    await join(mailed);
  });
});

it('another organization can neither revoke nor resend an invitation', async () => {
  const [owner, other] = [await person(app), await person(app)];
  const { invite, mailed } = await invited(owner);
  expect((await failure(other.call(invites.revoke, { params: { id: invite.id } }))).status).toBe(404);
  expect((await failure(other.call(invites.resend, { params: { id: invite.id } }))).status).toBe(404);
  await validate(mailed);
});

it('an unverified person keeps their place when the address is verified later', async () => {
  const owner = await person(app);
  const { copied, email } = await invited(owner);
  const { data } = await join(copied);
  await app.work();
  const code = /^(\d{6})/.exec((await app.mailsTo(email))[0]!.subject)![1]!;
  const call = app.as({ Authorization: `Bearer ${data.auth.token}` });
  await call(auth.verify, { body: { code } });
  expect((await call(organizations.info)).data).toMatchObject({ id: owner.organizationId, role: 'member' });
});
