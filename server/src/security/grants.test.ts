import { contract, type SourceAccount } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { revokeGrants } from '../features/sources/index.ts';
import { failure } from '../testing/failure.ts';
import { killableServices } from '../testing/killable-services.ts';
import { person, type TestPerson } from '../testing/people.ts';
import { connectAccount, syncAccount } from '../testing/sign-in/consent.ts';
import { testApp } from '../testing/test-app.ts';

/** A grant belongs to the person who gave it: people who receive their documents get no access to their cloud. */

const { sources, members, organizations, documents } = contract;
const client = { clientId: 'sheaf', clientSecret: 'a-secret' };

const google = await forThisFile(startGoogle({ ...client, samples: false }));
google.control.addMany({ person: 'ada', count: 5 });
const app = await forThisFile(
  testApp({}, { 'google-drive': { ...client, urls: google.urls }, gmail: { ...client, urls: google.urls } }),
);
beforeEach(async () => {
  await app.services.pool.query('delete from source_accounts');
  await app.services.pool.query('delete from grants_to_revoke');
  google.control.clearCalls();
});

const revocations = () => google.control.calls({ prefix: 'POST /revoke' });
const secretsOf = async (id: string) =>
  (await app.services.pool.query('select secrets from source_accounts where id = $1', [id])).rows[0]?.secrets;

/** A member of the person's workspace with an account whose documents are here. */
async function memberWithDrive(owner: TestPerson): Promise<{ member: TestPerson; account: SourceAccount }> {
  const member = await person(app, { role: 'member', organizationId: owner.organizationId });
  const account = await connectAccount(member, 'google-drive', 'ada');
  await syncAccount(app, member, account.id);
  return { member, account };
}

async function expectDisconnected(heir: TestPerson, id: string): Promise<void> {
  const account = (await heir.call(sources.accounts)).data.find((one) => one.id === id);
  expect(account).toMatchObject({ status: 'disconnected', problem: null, next_sync_at: null });
  expect(await secretsOf(id)).toBeNull();
  const sync = { file_mode: 'all' } as const;
  const tries = [
    () => heir.call(sources.files, { body: { source_account_id: id } }),
    () => heir.call(sources.files, { body: { source_account_id: id, parent_id: null } }),
    () => heir.call(sources.syncSettings, { body: { source_account_id: id, data: { sync } } }),
    () => heir.call(sources.syncNow, { params: { id } }),
  ];
  for (const refused of tries) expect((await failure(refused())).status).toBe(409);
}

it.each(['removes a member', 'is handed it by a member who leaves'])(
  'a person who %s gets the documents, not the grant',
  async (how) => {
    const owner = await person(app);
    const { member, account } = await memberWithDrive(owner);
    const handling = { content: 'hand_over', hand_over_to: owner.id } as const;
    if (how === 'removes a member') await owner.call(members.remove, { params: { id: member.id }, query: handling });
    else await member.call(members.leave, { body: handling });
    expect((await owner.call(documents.list)).pagination.total).toBeGreaterThan(0);
    await expectDisconnected(owner, account.id);
    await app.work();
    expect(revocations()).toBe(1);
    expect((await app.services.pool.query('select from grants_to_revoke')).rowCount).toBe(0);

    const [mail] = await app.mailsTo(member.email);
    expect(mail!.subject).toMatch(/^You (left|were removed from) Organisation/);
    expect(mail!.text).toContain('Google Drive');
    expect(mail!.text).toMatch(/\d+ files/);
    expect(mail!.text).toContain(`to Person ${owner.email.match(/\d+/)![0]}`);
  },
);

it('the new owner connects an account of their own beside it, or the same one again', async () => {
  const owner = await person(app);
  const { member, account } = await memberWithDrive(owner);
  await member.call(members.leave, { body: { content: 'hand_over', hand_over_to: owner.id } });
  const handed = (await owner.call(sources.accounts)).data[0]!;
  expect(handed.handed_over_from).toMatch(/^Person/);
  const own = await connectAccount(owner, 'google-drive', 'bruno', account.id);
  expect(own.id).not.toBe(account.id);
  expect(own).toMatchObject({ status: 'connected', handed_over_from: null });
  await expectDisconnected(owner, account.id);
  const same = await connectAccount(owner, 'google-drive', 'ada', account.id);
  expect(same).toMatchObject({ id: account.id, status: 'connected', handed_over_from: null });
});

it('a grant is revoked also when the content is deleted, the person erased, or the account removed', async () => {
  const owner = await person(app);
  const first = await memberWithDrive(owner);
  await owner.call(members.remove, { params: { id: first.member.id }, query: { content: 'delete' } });
  await app.work();
  expect(revocations()).toBe(1);
  const [mail] = await app.mailsTo(first.member.email);
  expect(mail!.text).toContain('deleted');

  const second = await memberWithDrive(owner);
  await app.services.pool.query('delete from users where id = $1', [second.member.id]);
  await app.services.pool.query(`select graphile_worker.add_job('sources.revoke-grants')`);
  await app.work();
  expect(revocations()).toBe(2);

  const third = await memberWithDrive(owner);
  await third.member.call(sources.delete, { params: { id: third.account.id } });
  await app.work();
  expect(revocations()).toBe(3);
});

it('a grant does not come back with a workspace that is restored', async () => {
  const owner = await person(app);
  const { member, account } = await memberWithDrive(owner);
  const params = { id: owner.organizationId };
  await owner.call(organizations.delete, { params });
  expect(await secretsOf(account.id)).toBeNull();
  await owner.call(organizations.restore, { params });
  await expectDisconnected(member, account.id);
  await app.services.pool.query(`select graphile_worker.add_job('sources.revoke-grants')`);
  await app.work();
  expect(revocations()).toBe(1);
  expect((await connectAccount(member, 'google-drive', 'ada', account.id)).id).toBe(account.id);
});

it('a grant stays at the provider while another account of the same login uses it here', async () => {
  const owner = await person(app);
  const { member } = await memberWithDrive(owner);
  const elsewhere = await person(app);
  const { id } = await connectAccount(elsewhere, 'google-drive', 'ada');
  await owner.call(members.remove, { params: { id: member.id }, query: { content: 'delete' } });
  await app.work();
  expect(revocations()).toBe(0);
  await elsewhere.call(sources.disconnect, { params: { id } });
  await app.work();
  expect(revocations()).toBe(1);
});

it('a grant of Gmail stays while Drive of the same login uses it, because Google treats both as one', async () => {
  const me = await person(app);
  const drive = await connectAccount(me, 'google-drive', 'ada');
  const mail = await connectAccount(me, 'gmail', 'ada');
  const other = await connectAccount(me, 'gmail', 'bruno');
  await me.call(sources.disconnect, { params: { id: mail.id } });
  await app.work();
  expect(revocations()).toBe(0);
  expect((await me.call(sources.files, { body: { source_account_id: drive.id, parent_id: null } })).data).toBeDefined();
  await me.call(sources.disconnect, { params: { id: other.id } });
  await app.work();
  expect(revocations()).toBe(1);
  await me.call(sources.disconnect, { params: { id: drive.id } });
  await app.work();
  expect(revocations()).toBe(2);
});

it('a grant is revoked later if the provider cannot be reached, and kept sealed until then', async () => {
  const owner = await person(app);
  const { member } = await memberWithDrive(owner);
  google.control.fail({ path: '/revoke', times: 1, action: { kind: 'status', status: 503 } });
  await owner.call(members.remove, { params: { id: member.id }, query: { content: 'delete' } });
  await app.work();
  const { rows } = await app.services.pool.query('select secrets, attempts from grants_to_revoke');
  expect(rows).toHaveLength(1);
  expect(rows[0].secrets.toString('latin1')).not.toContain('refreshToken');
  await app.services.pool.query('update grants_to_revoke set next_try_at = now()');
  await app.services.pool.query(`select graphile_worker.add_job('sources.revoke-grants')`);
  await app.work();
  expect((await app.services.pool.query('select from grants_to_revoke')).rowCount).toBe(0);
});

it('a grant is removed from a disconnected account before the provider is asked, which may never answer', async () => {
  const me = await person(app);
  const { id } = await connectAccount(me, 'google-drive', 'ada');
  google.control.fail({ path: '/revoke', times: 1, action: { kind: 'hang' } });
  expect((await me.call(sources.disconnect, { params: { id } })).data.status).toBe('disconnected');
  expect(await secretsOf(id)).toBeNull();
  expect(revocations()).toBe(0);
  const impatient = killableServices(app.services, null, async () => {});
  await revokeGrants.run({}, impatient.services, new AbortController().signal);
  await impatient.end();
  expect(revocations()).toBe(1);
  // Kept, and tried again when it is due.
  const waiting = await app.services.pool.query('select attempts, next_try_at > now() as later from grants_to_revoke');
  expect(waiting.rows).toEqual([{ attempts: 1, later: true }]);
  await app.services.pool.query('update grants_to_revoke set next_try_at = now()');
  await revokeGrants.run({}, app.services, new AbortController().signal);
  expect((await app.services.pool.query('select from grants_to_revoke')).rowCount).toBe(0);
});
