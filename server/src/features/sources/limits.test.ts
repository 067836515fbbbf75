import { contract, planLimits } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAccount, consent, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';

const { organizations, sources } = contract;
const MB = 1024 * 1024;

const google = await forThisFile(startGoogle({ samples: false }));
const app = await forThisFile(testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google }));

/** Another account of the organization with this many bytes. */
async function filled(me: TestPerson, bytes: number): Promise<string> {
  const id = newId();
  const owner = { organization_id: me.organizationId, user_id: me.id };
  const account = { source: 'webdav', remote_user_id: id, name: 'full', settings: '{"file_mode":"none"}' };
  await app.services.db
    .insertInto('source_accounts')
    .values({ id, ...owner, ...account, bytes })
    .execute();
  return id;
}

const contents = async (accountId: string) => {
  const rows = await app.services.db
    .selectFrom('documents')
    .select(['name', 'content'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute();
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
};

it('lists files without room in the plan without their contents, and fetches these once there is room', async () => {
  const me = await person(app);
  const other = await filled(me, planLimits.free.storage_bytes - 2 * MB);
  const big = google.control.add({ person: 'ada', name: 'big.bin', size: 3 * MB });
  google.control.add({ person: 'ada', name: 'fits.bin', size: 1.5 * MB });
  google.control.add({ person: 'ada', name: 'small.txt', text: 'small' });
  const { id } = await connectAccount(me, 'google-drive', 'ada');
  const run = await syncAccount(app, me, id);
  expect(await contents(id)).toEqual({ 'big.bin': 'pending', 'fits.bin': 'stored', 'small.txt': 'stored' });
  expect(run).toMatchObject({
    status: 'completed',
    failed: 0,
  });
  const account = (await me.call(sources.accounts)).data.find((one) => one.id === id);
  expect(account).toMatchObject({ status: 'connected', failed: 0 });
  expect(account!.problem).toMatch(/^Your plan’s storage of 5 GB is full: 1 file is listed without/);
  const { usage } = (await me.call(organizations.info)).data.subscription;
  expect(usage).toEqual({
    members: 1,
    invitations: 0,
    accounts: 2,
    storage_bytes: planLimits.free.storage_bytes - 0.5 * MB + 'small'.length,
    ai_messages: 0,
    transfer_bytes: 0,
  });

  google.control.clearCalls();
  await me.call(sources.syncNow, { params: { id } });
  await app.work();
  expect(google.control.calls({ prefix: `GET /drive/v3/files/${big}` })).toBe(0);

  await me.call(sources.delete, { params: { id: other } });
  await me.call(sources.syncNow, { params: { id } });
  await app.work();
  expect(await contents(id)).toMatchObject({ 'big.bin': 'stored' });
  expect((await me.call(sources.accounts)).data[0]).toMatchObject({ status: 'connected', problem: null });
});

it('reports the plan’s number of accounts before the consent page, and enforces it after', async () => {
  const me = await person(app);
  for (let made = 1; made < planLimits.free.accounts; made++) await filled(me, 0);
  const { url } = (await me.call(sources.beginOAuth, { body: { source: 'google-drive' } })).data;
  await filled(me, 0);
  expect(await failure(me.call(sources.beginOAuth, { body: { source: 'google-drive' } }))).toMatchObject({
    status: 402,
    code: 'plan_limit',
  });
  const back = await consent(url, 'ada');
  const body = { source: 'google-drive', code: back.get('code')!, state: back.get('state')! };
  expect(await failure(me.call(sources.finishOAuth, { body }))).toMatchObject({ status: 402, code: 'plan_limit' });
  expect((await me.call(sources.accounts)).data).toHaveLength(planLimits.free.accounts);
});

it('rejects reconnecting with another login with a code of its own, and changes nothing', async () => {
  const me = await person(app);
  const { id } = await connectAccount(me, 'google-drive', 'ada');
  expect(await failure(connectAccount(me, 'google-drive', 'bruno', id))).toMatchObject({
    status: 409,
    code: 'another_account',
  });
  expect((await me.call(sources.accounts)).data).toMatchObject([{ id, name: 'ada@example.com' }]);
});

it('resumes the syncs of a reconnected account automatically if it synced before', async () => {
  const me = await person(app);
  const synced = await connectAccount(me, 'google-drive', 'ada');
  await syncAccount(app, me, synced.id);
  await me.call(sources.disconnect, { params: { id: synced.id } });
  const again = await connectAccount(me, 'google-drive', 'ada', synced.id);
  expect(again).toMatchObject({ status: 'connected', problem: null });
  expect(Date.parse(again.next_sync_at!)).toBeLessThanOrEqual(Date.now());
  expect((await connectAccount(me, 'google-drive', 'bruno')).next_sync_at).toBeNull();
});

it('prevents guessing passwords of a server through us', async () => {
  const me = await person(app);
  const { url } = (await me.call(sources.beginOAuth, { body: { source: 'webdav' } })).data;
  const state = new URL(url).searchParams.get('state')!;
  const fields = { address: 'https://127.0.0.1:9/', username: 'ada' };
  const guess = (password: string) =>
    failure(me.call(sources.submitCredentials, { body: { source: 'webdav', state, fields: { ...fields, password } } }));
  for (let tries = 0; tries < 20; tries++) expect((await guess(`${tries}`)).code).toBe('source_failed');
  expect((await guess('again')).code).toBe('rate_limited');
});
