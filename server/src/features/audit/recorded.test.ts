import { type AuditAction, type AuditEvent, auditActions, contract } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { apiKeyOf } from '../../testing/api-keys.ts';
import { quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { Authenticator } from '../../testing/sign-in/authenticator.ts';
import { connectAccount } from '../../testing/sign-in/consent.ts';
import { password, signedIn, turnOn } from '../../testing/sign-in/two-factor.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { hashPassword } from '../auth/index.ts';

const {
  ai,
  apiKeys,
  audit,
  auth,
  bulk,
  documents,
  groups,
  inviteRequests,
  invites,
  links,
  members,
  organizations,
  passkeys,
  pendingShares,
  sharing,
  sources,
  transfers,
  twoFactor,
  user,
  visits,
} = contract;

/** Performs every action of the list through the API, and checks that it is recorded with who, what and from where. */

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
let me: TestPerson;
const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));
const passwordHash = await hashPassword(password);
beforeEach(async () => {
  me = await withPassword(await person(app));
});

async function withPassword(who: TestPerson): Promise<TestPerson> {
  await app.services.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', who.id).execute();
  return { ...who, call: app.as({ ...who.headers, ...browser }) };
}

const colleague = async () => withPassword(await person(app, { role: 'member', organizationId: me.organizationId }));

const mailTo = async (email: string) => {
  await app.work();
  return (await app.mailsTo(email))[0]!.text;
};
const codeIn = (text: string) => /^\s*(\d{6})\s*$/m.exec(text)![1]!;
const anonymous = () => app.as(browser);

async function ownFile(name: string, who = me): Promise<string> {
  const [id] = await addFiles(app, who, await quietAccount(app, who), [{ name, bytes: `bytes of ${name}` }]);
  return id!;
}

async function newGroup(): Promise<string> {
  return (await me.call(groups.create, { body: { name: 'Design team' } })).data.id;
}

async function newTransfer(): Promise<string> {
  const [from, to] = [await connectAccount(me, 'dropbox', 'ada'), await connectAccount(me, 'dropbox', 'bruno')];
  const body = { from_account_id: from.id, to_account_id: to.id, selection_type: 'all' as const };
  return (await me.call(transfers.create, { body })).data.id;
}

/** Changes the address of the person, and returns the mail to the old one. */
async function changeEmail(): Promise<string> {
  const new_email = `new-${me.email}`;
  await me.call(user.changeEmail, { body: { new_email, current_password: password } });
  await me.call(user.confirmEmail, { body: { code: codeIn(await mailTo(new_email)) } });
  return mailTo(me.email);
}

const newKey = async () =>
  (await me.call(apiKeys.create, { body: { name: 'Nightly', scopes: ['read'], current_password: password } })).data.id;

async function newPasskey(): Promise<string> {
  const { options } = (await me.call(passkeys.options, { body: { current_password: password } })).data;
  const response = new Authenticator().create(options);
  return (await me.call(passkeys.create, { body: { name: 'Laptop', response } })).data.id;
}

async function publicLink(name: string) {
  await me.call(organizations.updateSecurity, { body: { links_allowed: true } });
  return (await me.call(links.create, { body: { document_id: await ownFile(name), downloads: true } })).data;
}

const invited = async () =>
  (await me.call(invites.create, { body: { email: 'guest@example.com', role: 'guest' } })).data[0]!;

const fetchFrom = (path: string) => app.request({ method: 'GET', url: `/storage/${path}`, headers: browser });

async function invitationRequested() {
  const other = await colleague();
  const body = { document_ids: [await ownFile('Budget.xlsx', other)], emails: ['guest@example.com'] };
  await other.call(pendingShares.create, { body });
  const { id } = (await me.call(inviteRequests.list)).data[0]!;
  return { other, params: { id } };
}

interface Expected {
  /** The actor, if not the first person. Null: no one who is signed in. */
  by?: { id: string } | null;
  in?: string;
  object?: { kind: string; name?: string };
  details?: object;
}

const inPath = () => ({ params: { id: me.organizationId } });

const performances: Record<AuditAction, () => Promise<Expected>> = {
  async signed_in() {
    await anonymous()(auth.login, { body: { email: me.email, password } });
    return {};
  },
  async sign_in_failed() {
    await failure(anonymous()(auth.login, { body: { email: me.email, password: 'something else' } }));
    return {};
  },
  async signed_out() {
    const { data } = await anonymous()(auth.login, { body: { email: me.email, password } });
    await app.as({ ...browser, Authorization: `Bearer ${signedIn(data).auth.token}` })(auth.logout);
    return {};
  },
  async sessions_ended() {
    await me.call(user.endOtherSessions);
    return {};
  },
  async account_created() {
    const { link } = await invited();
    const slug = link.split('/').at(-1)!;
    const body = { name: 'Grete New', password, password_confirmation: password };
    const { data } = await anonymous()(invites.register, { params: { slug }, body });
    return { by: data.user };
  },
  async password_changed() {
    const body = { current_password: password, password: 'another one', password_confirmation: 'another one' };
    await me.call(user.updatePassword, { body });
    return {};
  },
  async password_reset() {
    const { email } = me;
    await anonymous()(auth.forgetPassword, { body: { email } });
    const body = { email, code: codeIn(await mailTo(email)), password, password_confirmation: password };
    await anonymous()(auth.resetPassword, { body });
    const { data } = await anonymous()(auth.login, { body: { email, password } });
    me.call = app.as({ ...me.headers, Authorization: `Bearer ${signedIn(data).auth.token}` });
    return {};
  },
  async email_changed() {
    await changeEmail();
    return { details: { from: me.email, to: `new-${me.email}` } };
  },
  async email_change_undone() {
    const token = /revert-email\/(\S+)/.exec(await changeEmail())![1]!;
    await anonymous()(user.revertEmail, { body: { token } });
    const other = await person(app, { organizationId: me.organizationId });
    me.call = other.call;
    return { details: { to: me.email } };
  },
  async two_factor_on() {
    await turnOn(app, me);
    return {};
  },
  async two_factor_off() {
    const { freshCode } = await turnOn(app, me);
    await me.call(twoFactor.disable, { body: { current_password: password, code: await freshCode() } });
    return {};
  },
  async recovery_codes_renewed() {
    const { freshCode } = await turnOn(app, me);
    await me.call(twoFactor.renewCodes, { body: { current_password: password, code: await freshCode() } });
    return {};
  },
  async passkey_added() {
    await newPasskey();
    return { object: { kind: 'passkey', name: 'Laptop' } };
  },
  async passkey_removed() {
    await me.call(passkeys.remove, { params: { id: await newPasskey() }, body: { current_password: password } });
    return { object: { kind: 'passkey', name: 'Laptop' } };
  },
  async api_key_created() {
    await newKey();
    return { object: { kind: 'api key', name: 'Nightly' }, details: { scopes: ['read'] } };
  },
  async api_key_revoked() {
    await me.call(apiKeys.revoke, { params: { id: await newKey() } });
    return { object: { kind: 'api key', name: 'Nightly' } };
  },
  async workspace_created() {
    const { data } = await me.call(organizations.create, { body: { name: 'Second office' } });
    me.call = app.as({ ...me.headers, Organization: data.id });
    return { object: { kind: 'workspace', name: 'Second office' } };
  },
  async workspace_changed() {
    await me.call(organizations.update, { ...inPath(), body: { name: 'Renamed office' } });
    return { details: { name: 'Renamed office' } };
  },
  async security_changed() {
    await me.call(organizations.updateSecurity, { body: { links_allowed: true } });
    return { details: { links_allowed: true } };
  },
  async workspace_deleted() {
    await me.call(organizations.delete, inPath());
    await me.call(organizations.restore, inPath());
    return { object: { kind: 'workspace' } };
  },
  async workspace_restored() {
    await me.call(organizations.delete, inPath());
    await me.call(organizations.restore, inPath());
    return {};
  },
  async ai_settings_changed() {
    await me.call(ai.changeSettings, { body: { enabled: false } });
    return { details: { enabled: false } };
  },
  async invited() {
    await invited();
    return { object: { kind: 'invitation', name: 'guest@example.com' }, details: { role: 'guest' } };
  },
  async invitation_resent() {
    await me.call(invites.resend, { params: { id: (await invited()).id } });
    return { object: { kind: 'invitation', name: 'guest@example.com' } };
  },
  async invitation_revoked() {
    await me.call(invites.revoke, { params: { id: (await invited()).id } });
    return { object: { kind: 'invitation', name: 'guest@example.com' } };
  },
  async invitation_requested() {
    const { other } = await invitationRequested();
    return {
      by: other,
      object: { kind: 'invitation', name: 'guest@example.com' },
      details: { documents: ['Budget.xlsx'] },
    };
  },
  async invitation_approved() {
    await me.call(inviteRequests.approve, { params: (await invitationRequested()).params });
    return { object: { kind: 'invitation', name: 'guest@example.com' } };
  },
  async invitation_declined() {
    await me.call(inviteRequests.decline, { params: (await invitationRequested()).params });
    return { object: { kind: 'invitation', name: 'guest@example.com' } };
  },
  async joined() {
    const other = await withPassword(await person(app));
    await me.call(invites.create, { body: { email: other.email, role: 'member' } });
    const slug = /accept-member-invite\/(\S+)/.exec(await mailTo(other.email))![1]!;
    await other.call(invites.accept, { body: { slug } });
    return { by: other, details: { role: 'member' } };
  },
  async role_changed() {
    await me.call(members.setRole, { params: { id: (await colleague()).id }, body: { role: 'guest' } });
    return { object: { kind: 'person' }, details: { from: 'member', to: 'guest' } };
  },
  async ownership_transferred() {
    await me.call(members.handOver, { body: { user_id: (await colleague()).id } });
    return { object: { kind: 'person' } };
  },
  async member_removed() {
    await me.call(members.remove, { params: { id: (await colleague()).id }, query: { content: 'delete' } });
    return { object: { kind: 'person' } };
  },
  async member_left() {
    const other = await colleague();
    await other.call(members.leave, { body: { content: 'delete' } });
    return { by: other };
  },
  async group_created() {
    await newGroup();
    return { object: { kind: 'group', name: 'Design team' } };
  },
  async group_renamed() {
    await me.call(groups.update, { params: { id: await newGroup() }, body: { name: 'Planning' } });
    return { object: { kind: 'group', name: 'Design team' }, details: { name: 'Planning' } };
  },
  async group_deleted() {
    await me.call(groups.delete, { params: { id: await newGroup() } });
    return { object: { kind: 'group', name: 'Design team' } };
  },
  async group_restored() {
    const params = { id: await newGroup() };
    await me.call(groups.delete, { params });
    await me.call(groups.restore, { params });
    return { object: { kind: 'group', name: 'Design team' } };
  },
  async group_members_changed() {
    const [id, other] = [await newGroup(), await colleague()];
    await me.call(groups.addMembers, { params: { id }, body: { user_ids: [other.id] } });
    return { object: { kind: 'group' }, details: { added: [expect.stringContaining('Person')] } };
  },
  async shared() {
    const body = { document_ids: [await ownFile('Budget.xlsx')], inviting_ids: [(await colleague()).id] };
    await me.call(sharing.share, { body });
    return {
      object: { kind: 'document', name: 'Budget.xlsx' },
      details: { with: [expect.stringContaining('Person')] },
    };
  },
  async unshared() {
    const [documentId, other] = [await ownFile('Budget.xlsx'), await colleague()];
    await me.call(sharing.share, { body: { document_ids: [documentId], inviting_ids: [other.id] } });
    await me.call(sharing.unshare, { params: { documentId, userId: other.id } });
    return {
      object: { kind: 'document', name: 'Budget.xlsx' },
      details: { with: [expect.stringContaining('Person')] },
    };
  },
  async shared_by_email() {
    const body = { document_ids: [await ownFile('Budget.xlsx')], emails: ['guest@example.com'] };
    await me.call(pendingShares.create, { body });
    return {
      object: { kind: 'document', name: 'Budget.xlsx' },
      details: { with: ['guest@example.com'], permission: 'view' },
    };
  },
  async link_created() {
    await publicLink('Budget.xlsx');
    return { object: { kind: 'document', name: 'Budget.xlsx' }, details: { downloads: true } };
  },
  async link_changed() {
    const { id } = await publicLink('Budget.xlsx');
    await me.call(links.update, { params: { id }, body: { password: 'open sesame', expires_at: null } });
    return {
      object: { kind: 'document', name: 'Budget.xlsx' },
      details: { password: true, expires: 'never' },
    };
  },
  async link_revoked() {
    await me.call(links.revoke, { params: { id: (await publicLink('Budget.xlsx')).id } });
    return { object: { kind: 'document', name: 'Budget.xlsx' } };
  },
  async link_downloaded() {
    const token = (await publicLink('Budget.xlsx')).url!.split('/').at(-1)!;
    const { data } = await anonymous()(visits.open, { body: { token } });
    if ('password_required' in data) throw new Error('There is no password');
    await fetchFrom(`${data.document.local_path}&download=1`);
    return { by: null, object: { kind: 'document', name: 'Budget.xlsx' } };
  },
  async source_connected() {
    await connectAccount(me, 'dropbox', 'ada');
    return { object: { kind: 'account' }, details: { app: 'Dropbox' } };
  },
  async source_disconnected() {
    await me.call(sources.disconnect, { params: { id: (await connectAccount(me, 'dropbox', 'ada')).id } });
    return { object: { kind: 'account' }, details: { app: 'Dropbox' } };
  },
  async source_removed() {
    await me.call(sources.delete, { params: { id: (await connectAccount(me, 'dropbox', 'ada')).id } });
    return { object: { kind: 'account' }, details: { app: 'Dropbox' } };
  },
  async transfer_started() {
    await newTransfer();
    return {
      object: { kind: 'transfer' },
      details: { mode: 'copy', from: expect.stringMatching(/^[A-Z][^@]+ \(\S+@\S+\)$/) },
    };
  },
  async transfer_canceled() {
    await me.call(transfers.cancel, { params: { id: await newTransfer() } });
    return { object: { kind: 'transfer' } };
  },
  async viewed() {
    const { data } = await me.call(documents.get, { params: { id: await ownFile('Photo.txt') } });
    await fetchFrom(data.local_path!);
    return { object: { kind: 'document', name: 'Photo.txt' } };
  },
  async downloaded() {
    const { data } = await me.call(documents.get, { params: { id: await ownFile('Plan.txt') } });
    await fetchFrom(`${data.local_path}&download=1`);
    return { object: { kind: 'document', name: 'Plan.txt' } };
  },
  async exported() {
    const { data } = await me.call(audit.export, { body: { format: 'csv' } });
    await fetchFrom(data.local_path);
    return { object: { kind: 'audit log' }, details: { format: 'csv' } };
  },
};

it.each(Object.entries(auditActions))('%s (“%s”)', async (name) => {
  const action = name as AuditAction;
  const expected = await performances[action]();
  const { data } = await me.call(audit.list, { query: { action } });
  const event: AuditEvent | undefined = data.events[0];
  expect(event).toMatchObject({
    action,
    actor: expected.by === null ? null : { id: (expected.by ?? me).id },
    ip: '127.0.0.1',
    device: 'Firefox on Linux',
    ...(expected.object && { object: expected.object }),
    ...(expected.details && { details: expected.details }),
  });
  expect(Date.now() - Date.parse(event!.at)).toBeLessThan(3_600_000);
});

it('records what a bulk action does later with the origin and the key of its request', async () => {
  await ownFile('Budget.xlsx');
  const shareWithSomebody = async (call: TestPerson['call']) => {
    const inviting_ids = [(await colleague()).id];
    await call(bulk.start, { body: { query: {}, action: 'share', inviting_ids } });
    await app.work();
    const { events } = (await me.call(audit.list, { query: { action: 'shared' } })).data;
    return events[0];
  };
  expect(await shareWithSomebody(me.call)).toMatchObject({
    ip: '127.0.0.1',
    device: 'Firefox on Linux',
    api_key: null,
  });
  const key = await apiKeyOf(app, me, 'write');
  expect(await shareWithSomebody(key.call)).toMatchObject({ ip: '127.0.0.1', api_key: 'A key' });
});
