import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { newFolder } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const { documents, inviteRequests, invites, members, notifications, pendingShares } = contract;
const password = { password: 'correct horse', password_confirmation: 'correct horse' };

const app = await forThisFile(testApp());

async function named(name: string, more: Parameters<typeof person>[1] = {}): Promise<TestPerson> {
  const one = await person(app, more);
  await app.services.pool.query('update users set name = $2 where id = $1', [one.id, name]);
  return one;
}

let olga: TestPerson;
let mia: TestPerson;
let serial = 0;
let zoe: string;
beforeEach(async () => {
  olga = await named('Olga Owner');
  mia = await named('Mia Member', { role: 'member', organizationId: olga.organizationId });
  serial += 1;
  zoe = `zoe${serial}@example.com`;
});

type Permission = 'view' | 'edit';
const share = async (
  who: TestPerson,
  document_ids: string[],
  { emails = [zoe], ...more }: { emails?: string[]; permission?: Permission; inviting_ids?: string[] } = {},
) => (await who.call(pendingShares.create, { body: { emails, document_ids, ...more } })).data;

const pending = async (who: TestPerson, documentId: string) =>
  (await who.call(pendingShares.list, { params: { documentId } })).data;
const statesOf = async (who: TestPerson, documentId: string) =>
  (await pending(who, documentId)).map(({ email, state, permission }) => [email, state, permission]);
const openInvites = async () => (await olga.call(invites.list)).data;
const requests = async () => (await olga.call(inviteRequests.list)).data;
const approve = async (who = olga) => who.call(inviteRequests.approve, { params: { id: (await requests())[0]!.id } });
const mailsTo = async (email: string) => {
  await app.work();
  return app.mailsTo(email);
};
const bell = async (who: TestPerson) =>
  (await who.call(notifications.list)).data.notifications.map(({ kind, title, message, request_id }) => ({
    kind,
    title,
    message,
    request_id,
  }));

/** The answers to a person's requests: title, message, and the folder they link to. */
const answersFor = async (who: TestPerson) =>
  (await who.call(notifications.list)).data.notifications
    .filter(({ kind }) => kind === 'invite_answered')
    .map(({ title, message, path }) => [title, message, new URLSearchParams(path.split('?')[1]).get('in')]);

/** Accepts the invitation in the newest email. */
async function join(email = zoe) {
  const mails = await mailsTo(email);
  const slug = /accept-member-invite\/(\S+)/.exec(mails[0]!.text)![1]!;
  const { data } = await app.as()(invites.register, { params: { slug }, body: { name: 'Zoe Outside', ...password } });
  const headers = { Authorization: `Bearer ${data.auth.token}`, Organization: olga.organizationId };
  return { ...data.user, call: app.as(headers) };
}
type Joined = Awaited<ReturnType<typeof join>>;
const sees = async (who: Joined, id: string) => (await who.call(documents.get, { params: { id } })).data.permission;
const seesNot = async (who: Joined, id: string) =>
  expect((await failure(who.call(documents.get, { params: { id } }))).status).toBe(404);

describe('members who may invite', () => {
  it('invite as guest and share in one step; access starts with joining', async () => {
    const folder = await newFolder(olga, 'Plans');
    const inside = await newFolder(olga, 'Inside', folder);
    expect(await share(olga, [folder], { permission: 'edit' })).toEqual([{ email: zoe, result: 'invited' }]);
    expect(await statesOf(olga, folder)).toEqual([[zoe, 'invited', 'edit']]);
    expect(await openInvites()).toMatchObject([{ email: zoe, role: 'guest' }]);
    const [mail] = await mailsTo(zoe);
    expect(mail!.subject).toBe('Olga Owner shared “Plans” with you');
    const guest = await join();
    expect([await sees(guest, folder), await sees(guest, inside)]).toEqual(['edit', 'edit']);
    expect(await pending(olga, folder)).toEqual([]);
    expect((await guest.call(notifications.list)).data.notifications).toMatchObject([
      { title: 'Olga Owner shared “Plans” with you' },
    ]);
    expect((await mailsTo(zoe)).map(({ subject }) => subject)).toEqual(['Olga Owner shared “Plans” with you']);
  });

  it('add to an open invitation, which keeps its role, and email only new documents', async () => {
    await olga.call(invites.create, { body: { email: zoe, role: 'admin' } });
    const [plans, notes] = [await newFolder(olga, 'Plans'), await newFolder(olga, 'Notes')];
    await share(olga, [plans]);
    await share(olga, [plans, notes], { permission: 'edit' });
    await share(olga, [plans, notes]);
    expect(await openInvites()).toMatchObject([{ email: zoe, role: 'admin' }]);
    expect(await statesOf(olga, plans)).toEqual([[zoe, 'invited', 'edit']]);
    expect((await mailsTo(zoe)).map(({ subject }) => subject)).toEqual([
      'Olga Owner shared “Notes” with you',
      'Olga Owner shared “Plans” with you',
      expect.stringContaining('invites you'),
    ]);
    const joined = await join();
    expect([await sees(joined, plans), await sees(joined, notes)]).toEqual(['edit', 'edit']);
  });

  it('share at once with members, all or nothing', async () => {
    const folder = await newFolder(olga, 'Plans');
    expect(await share(olga, [folder], { emails: [mia.email.toUpperCase(), zoe] })).toEqual([
      { email: mia.email, result: 'shared' },
      { email: zoe, result: 'invited' },
    ]);
    expect((await mia.call(documents.get, { params: { id: folder } })).data.permission).toBe('view');
    const other = `other-${zoe}`;
    const refused = [
      share(olga, [folder], { emails: [other, 'nonsense'] }),
      share(olga, [folder], { emails: [other, olga.email] }),
      share(olga, [folder, newId()], { emails: [other] }),
      share(olga, [folder], { emails: [other], inviting_ids: [newId()] }),
      share(mia, [folder], { emails: [other] }),
      share(olga, [folder], { emails: Array.from({ length: 51 }, (_, at) => `${at}-${other}`) }),
      share(olga, [folder], { emails: [] }),
    ];
    const statuses = (await Promise.all(refused.map((one) => failure(one)))).map(({ status }) => status);
    expect(statuses).toEqual([422, 422, 404, 404, 404, 422, 422]);
    expect((await openInvites()).map(({ email }) => email)).toEqual([zoe]);
  });

  it('are stopped by the seats of the plan, and then share with no one', async () => {
    const folder = await newFolder(olga, 'Plans');
    const emails = Array.from({ length: 9 }, (_, at) => `${at}-${zoe}`);
    const error = await failure(share(olga, [folder], { emails: [mia.email, ...emails] }));
    expect([error.status, error.code]).toEqual([402, 'plan_limit']);
    expect([await openInvites(), await pending(olga, folder)]).toEqual([[], []]);
    expect((await failure(mia.call(documents.get, { params: { id: folder } }))).status).toBe(404);
  });

  it('get the same answer for an address with an account elsewhere', async () => {
    const stranger = await person(app);
    const folder = await newFolder(olga, 'Plans');
    expect(await share(olga, [folder], { emails: [stranger.email] })).toEqual([
      { email: stranger.email, result: 'invited' },
    ]);
    const { link } = (await openInvites())[0]!;
    await stranger.call(invites.accept, { body: { slug: link.split('/').at(-1)! } });
    const there = app.as({ ...stranger.headers, Organization: olga.organizationId });
    expect((await there(documents.get, { params: { id: folder } })).data.permission).toBe('view');
  });
});

describe('a share that waits for an invitation', () => {
  it('ends when the document is in the trash or has a new owner, or its sharer may no longer share', async () => {
    const anna = await person(app, { role: 'admin', organizationId: olga.organizationId });
    const [kept, trashed, lost] = [
      await newFolder(olga, 'Plans'),
      await newFolder(olga, 'Trashed'),
      await newFolder(anna, 'Lost'),
    ];
    await share(olga, [kept, trashed]);
    await share(anna, [lost]);
    await olga.call(documents.delete, { body: { document_ids: [trashed] } });
    await olga.call(members.setRole, { params: { id: anna.id }, body: { role: 'guest' } });
    const guest = await join();
    expect(await sees(guest, kept)).toBe('view');
    await seesNot(guest, trashed);
    await seesNot(guest, lost);
    const { rows } = await app.services.pool.query('select 1 from pending_shares where organization_id = $1', [
      olga.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('ends when its sharer leaves, even if the document gets a new owner', async () => {
    const anna = await person(app, { role: 'admin', organizationId: olga.organizationId });
    const folder = await newFolder(anna, 'Plans');
    await share(anna, [folder]);
    const query = { content: 'hand_over' as const, hand_over_to: olga.id };
    await olga.call(members.remove, { params: { id: anna.id }, query });
    await app.work();
    const guest = await join();
    await seesNot(guest, folder);
    expect((await olga.call(documents.get, { params: { id: folder } })).data.own).toBe(true);
  });

  it('ends with a revoked invitation, and is renewed after an expired one', async () => {
    const folder = await newFolder(olga, 'Plans');
    await share(olga, [folder]);
    await olga.call(invites.revoke, { params: { id: (await openInvites())[0]!.id } });
    expect(await pending(olga, folder)).toEqual([]);
    await share(olga, [folder]);
    await app.services.pool.query(`update invitations set expires_at = now() - interval '1 hour' where email = $1`, [
      zoe,
    ]);
    expect(await statesOf(olga, folder)).toEqual([[zoe, 'expired', 'view']]);
    await share(olga, [folder]);
    expect(await statesOf(olga, folder)).toEqual([[zoe, 'invited', 'view']]);
    expect(await mailsTo(zoe)).toHaveLength(3);
    expect(await sees(await join(), folder)).toBe('view');
  });

  it('is named again when the invitation is resent', async () => {
    const folder = await newFolder(mia, 'Plans');
    await share(mia, [folder]);
    await approve();
    await olga.call(invites.resend, { params: { id: (await openInvites())[0]!.id } });
    const subject = 'Mia Member shared “Plans” with you';
    expect((await mailsTo(zoe)).map((mail) => mail.subject)).toEqual([subject, subject]);
  });

  it('is completed in the background after joining if the folder is large', async () => {
    const account = await quietAccount(app, olga);
    const [top] = await addDocuments(app, olga, account, [{ name: 'Harbor', folder: true }]);
    const files = Array.from({ length: 1001 }, (_, at) => ({ name: `plan ${at}.txt`, parent: top! }));
    const [first] = await addDocuments(app, olga, account, files);
    await share(olga, [top!]);
    const guest = await join();
    expect(await sees(guest, top!)).toBe('view');
    await seesNot(guest, first!);
    await app.work();
    expect(await sees(guest, first!)).toBe('view');
  });

  it('is removed by its sharer; an invitation made for it is removed with the last one', async () => {
    const [plans, notes] = [await newFolder(olga, 'Plans'), await newFolder(olga, 'Notes')];
    await share(olga, [plans, notes]);
    const { id } = (await pending(olga, plans))[0]!;
    const remove = (who: TestPerson, documentId: string, also?: string) =>
      who.call(pendingShares.remove, { params: { id, documentId }, query: { also } });
    const theirs = await newFolder(mia, 'Plans');
    expect((await failure(remove(mia, theirs))).status).toBe(404);
    expect((await failure(remove(mia, plans))).status).toBe(404);
    await remove(olga, plans);
    expect(await openInvites()).toHaveLength(1);
    await remove(olga, plans, notes);
    expect(await openInvites()).toEqual([]);
    expect((await failure(remove(olga, plans, notes))).status).toBe(404);
    await olga.call(invites.create, { body: { email: zoe, role: 'guest' } });
    await share(olga, [plans]);
    const [again] = await pending(olga, plans);
    await olga.call(pendingShares.remove, { params: { id: again!.id, documentId: plans } });
    expect(await openInvites()).toHaveLength(1);
  });

  it('is completed once, however many people accept at once', async () => {
    const folder = await newFolder(olga, 'Plans');
    await share(olga, [folder]);
    const slug = /accept-member-invite\/(\S+)/.exec((await mailsTo(zoe))[0]!.text)![1]!;
    const accept = () => app.as()(invites.register, { params: { slug }, body: { name: 'Zoe Outside', ...password } });
    const answers = await Promise.allSettled([accept(), accept()]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await app.services.pool.query('select 1 from document_shares where document_id = $1', [folder]);
    expect(rows).toHaveLength(1);
  });
});

describe('members who may not invite', () => {
  it('ask owners and admins once, in the app and by email', async () => {
    const anna = await person(app, { role: 'admin', organizationId: olga.organizationId });
    const [plans, notes] = [await newFolder(mia, 'Plans'), await newFolder(mia, 'Notes')];
    expect(await share(mia, [notes, plans])).toEqual([{ email: zoe, result: 'requested' }]);
    await share(mia, [plans]);
    expect(await statesOf(mia, plans)).toEqual([[zoe, 'requested', 'view']]);
    const [request] = await requests();
    expect(request).toMatchObject({ email: zoe, user: { id: mia.id }, documents: 2 });
    for (const manager of [olga, anna])
      expect(await bell(manager)).toEqual([
        {
          kind: 'invite_requested',
          title: `Mia Member asks to invite ${zoe}`,
          message: 'As guest, to share “Notes” and 1 more with them',
          request_id: request!.id,
        },
      ]);
    expect((await mailsTo(olga.email)).map(({ subject }) => subject)).toEqual([`Mia Member asks to invite ${zoe}`]);
    expect([await openInvites(), await mailsTo(zoe), await bell(mia)]).toEqual([[], [], []]);
  });

  it('get their request approved with one click, once, in their own name', async () => {
    const folder = await newFolder(mia, 'Plans');
    await share(mia, [folder], { permission: 'edit' });
    const [{ id } = { id: '' }] = await requests();
    const attempts = await Promise.allSettled([approve(), approve()]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await requests(), await bell(olga)]).toEqual([[], []]);
    expect(await statesOf(mia, folder)).toEqual([[zoe, 'invited', 'edit']]);
    expect(await answersFor(mia)).toEqual([
      [`Your request to invite ${zoe} was approved`, 'They get access to “Plans” when they join', folder],
    ]);
    expect((await mailsTo(zoe)).map(({ subject }) => subject)).toEqual(['Mia Member shared “Plans” with you']);
    expect((await failure(olga.call(inviteRequests.decline, { params: { id } }))).status).toBe(404);
    const guest = await join();
    expect(await sees(guest, folder)).toBe('edit');
    expect((await guest.call(notifications.list)).data.notifications[0]!.title).toMatch(/^Mia Member shared/);
  });

  it('share nothing on approval that is no longer theirs', async () => {
    const [kept, trashed] = [await newFolder(mia, 'Plans'), await newFolder(mia, 'Trashed')];
    await share(mia, [kept, trashed]);
    await mia.call(documents.delete, { body: { document_ids: [trashed] } });
    await approve();
    expect((await mailsTo(zoe))[0]!.subject).toBe('Mia Member shared “Plans” with you');
    await seesNot(await join(), trashed);
  });

  it('ask for nothing if all documents are gone', async () => {
    const folder = await newFolder(mia, 'Plans');
    await share(mia, [folder]);
    const { id } = (await requests())[0]!;
    await mia.call(documents.delete, { body: { document_ids: [folder] } });
    expect([await requests(), await bell(olga)]).toEqual([[], []]);
    expect((await failure(olga.call(inviteRequests.approve, { params: { id } }))).status).toBe(404);
    expect(await openInvites()).toEqual([]);
    await mia.call(documents.restore, { body: { document_ids: [folder] } });
    expect([(await requests()).length, (await bell(olga)).length]).toEqual([1, 1]);
    await olga.call(members.setRole, { params: { id: mia.id }, body: { role: 'guest' } });
    expect([await requests(), await bell(olga)]).toEqual([[], []]);
    expect((await failure(olga.call(inviteRequests.approve, { params: { id } }))).status).toBe(404);
  });

  it('are notified of a decline, by email if they want, and can ask again in a week', async () => {
    await mia.call(notifications.changeSettings, { body: { channels: { invite_answered: 'email' } } });
    const folder = await newFolder(mia, 'Plans');
    await share(mia, [folder]);
    await olga.call(inviteRequests.decline, { params: { id: (await requests())[0]!.id } });
    expect([await requests(), await bell(olga)]).toEqual([[], []]);
    expect(await statesOf(mia, folder)).toEqual([[zoe, 'declined', 'view']]);
    const title = `Your request to invite ${zoe} was declined`;
    expect(await answersFor(mia)).toEqual([[title, 'You can ask again in a week', folder]]);
    expect((await mailsTo(mia.email)).map(({ subject }) => subject)).toEqual([title]);
    const error = await failure(share(mia, [folder]));
    expect([error.status, error.message]).toEqual([
      409,
      `Your request to invite ${zoe} was declined. You can ask again in a week.`,
    ]);
    await app.services.pool.query(
      `update invite_requests set declined_at = now() - interval '8 days' where email = $1`,
      [zoe],
    );
    await share(mia, [folder]);
    expect(await statesOf(mia, folder)).toEqual([[zoe, 'requested', 'view']]);
  });

  it('withdraw the request with the last document', async () => {
    const folder = await newFolder(mia, 'Plans');
    await share(mia, [folder]);
    const { id } = (await pending(mia, folder))[0]!;
    await mia.call(pendingShares.remove, { params: { id, documentId: folder } });
    expect([await requests(), await bell(olga), await pending(mia, folder)]).toEqual([[], [], []]);
  });

  it('need no approval if the person is already invited or joins meanwhile', async () => {
    const [plans, notes] = [await newFolder(mia, 'Plans'), await newFolder(mia, 'Notes')];
    await share(mia, [plans]);
    await olga.call(invites.create, { body: { email: zoe, role: 'guest' } });
    expect(await share(mia, [notes])).toEqual([{ email: zoe, result: 'invited' }]);
    const guest = await join();
    expect([await sees(guest, plans), await sees(guest, notes)]).toEqual(['view', 'view']);
    expect([await requests(), await bell(olga)]).toMatchObject([[], [{ kind: 'invitation_accepted' }]]);
  });

  it('share at once if the person is a member by the time of approval', async () => {
    const folder = await newFolder(mia, 'Plans');
    await share(mia, [folder]);
    const late = await person(app, { role: 'guest', organizationId: olga.organizationId });
    await app.services.pool.query('update invite_requests set email = $1 where email = $2', [late.email, zoe]);
    await approve();
    expect((await answersFor(mia)).map(([, message]) => message)).toEqual([
      'They’re a member already, and have access to “Plans” now',
    ]);
    expect((await late.call(documents.get, { params: { id: folder } })).data.permission).toBe('view');
    expect(await openInvites()).toEqual([]);
  });

  it('can’t decide requests, can send a limited number, and keep a request that finds no seat', async () => {
    const folder = await newFolder(mia, 'Plans');
    await share(mia, [folder]);
    const params = { id: (await requests())[0]!.id };
    expect((await failure(mia.call(inviteRequests.approve, { params }))).status).toBe(403);
    expect((await failure(mia.call(inviteRequests.decline, { params }))).status).toBe(403);
    const emails = Array.from({ length: 8 }, (_, at) => `${at}-${zoe}`);
    await olga.call(invites.create, { body: { emails } });
    expect((await failure(olga.call(inviteRequests.approve, { params }))).code).toBe('plan_limit');
    expect(await requests()).toHaveLength(1);
    await share(mia, [folder], { emails: Array.from({ length: 49 }, (_, at) => `many${at}-${zoe}`) });
    expect((await failure(share(mia, [folder], { emails: [`more-${zoe}`] }))).status).toBe(429);
  });
});
