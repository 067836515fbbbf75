import { contract, duplicates } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { departureHandler } from './departures.ts';
import { purgeOrganizations } from './purge-organizations.ts';
import { removeAccountHandler } from './remove-account.ts';
import { resumeRemovals } from './resume.ts';

const app = await forThisFile(testApp());

const { sources, documents, members, invites, sharing, search, labels, organizations } = contract;

/** More than a batch, and more than a request deletes itself. */
const many = 1050;

async function count(text: string, values: unknown[]): Promise<number> {
  return Number((await app.services.pool.query(`select count(*) from ${text}`, values)).rows[0].count);
}

/** An account with a folder and many files in it: contents, a label, a share with another person. */
async function largeAccount(owner: TestPerson, other: TestPerson) {
  const accountId = await quietAccount(app, owner);
  const [folder] = await addDocuments(app, owner, accountId, [{ name: 'Harbor', folder: true }]);
  const files = await addDocuments(
    app,
    owner,
    accountId,
    Array.from({ length: many }, (_, n) => ({ name: `file ${n}.txt`, parent: folder!, content: `content ${n % 50}` })),
  );
  const label = (await owner.call(labels.create, { body: { name: `Label ${accountId}`, color: '#c2255c' } })).data;
  await app.services.pool.query(
    `insert into label_documents (organization_id, label_id, document_id)
     select $1, $2, id from documents where account_id = $3 and kind = 'file'`,
    [owner.organizationId, label.id, accountId],
  );
  await owner.call(sharing.share, { body: { document_ids: [folder!], inviting_ids: [other.id] } });
  await app.work();
  return { accountId, folder: folder!, files };
}

const totalOf = async (who: TestPerson) => (await who.call(documents.list)).pagination.total;

async function expectInvisible(who: TestPerson, gone: { accountId: string; folder: string; files: string[] }) {
  expect(await totalOf(who)).toBe(0);
  expect((await who.call(documents.list, { query: { parent_id: gone.folder } })).data).toEqual([]);
  expect((await failure(who.call(documents.get, { params: { id: gone.files[7]! } }))).status).toBe(404);
  expect((await failure(who.call(documents.download, { params: { id: gone.files[7]! } }))).status).toBe(404);
  expect((await who.call(search.find, { query: { q: 'file 7' } })).data).toEqual([]);
  expect((await who.call(duplicates.list)).pagination.total).toBe(0);
  expect(
    (await who.call(documents.sources)).data.flatMap(({ accounts }) => accounts.map(({ id }) => id)),
  ).not.toContain(gone.accountId);
}

/** Runs a job that is killed at later and later statements until it is done; returns how often it was killed. */
async function killedOften(
  run: (services: TestApp['services']) => Promise<void>,
  between: () => Promise<void>,
): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    const killed = killableServices(app.services, 3 + deaths * 6, async () => {});
    await run(killed.services).catch(() => {});
    const { isDead } = killed;
    await killed.end();
    if (!isDead) return deaths;
    await between();
  }
}

const loseJobs = () => app.services.pool.query('delete from graphile_worker._private_jobs');

const noSignal = () => new AbortController().signal;

async function expectNothingLeft(
  accountId: string,
  { organizationId, userId }: { organizationId: string; userId?: string },
) {
  for (const text of [
    'source_accounts where id = $1',
    'documents where account_id = $1',
    'document_access where account_id = $1',
  ])
    expect(await count(text, [accountId])).toBe(0);
  expect(await count('document_shares where account_id = $1', [accountId])).toBe(0);
  if (userId)
    expect(
      await count('document_access where organization_id = $1 and principal_id = $2', [organizationId, userId]),
    ).toBe(0);
}

it('hides a large account from everyone at once, and deletes its rows in the background, however often that is killed', async () => {
  const owner = await person(app);
  const other = await person(app, { role: 'member', organizationId: owner.organizationId });
  const large = await largeAccount(owner, other);
  const { accountId } = large;
  expect(await totalOf(owner)).toBe(many + 1);
  expect(await totalOf(other)).toBe(many + 1);

  await owner.call(sources.delete, { params: { id: accountId } });
  // The request only marked the account, not its documents.
  expect(await count('documents where account_id = $1', [accountId])).toBe(many + 1);
  expect(await count('document_access where account_id = $1', [accountId])).toBe(2 * (many + 1));
  for (const who of [owner, other]) await expectInvisible(who, large);
  expect((await failure(owner.call(sources.delete, { params: { id: accountId } }))).status).toBe(404);
  const listed = async () => (await owner.call(sources.accounts)).data.find(({ id }) => id === accountId);
  expect(await listed()).toMatchObject({ status: 'removing', removal: { total: many, processed: 0 } });
  // Its place is free.
  await app.services.pool.query(
    `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings)
     values ($1, $2, $3, 'webdav', $4, 'again', '{"file_mode":"all","chat_mode":"selected","file_selected_folders":[]}')`,
    [newId(), owner.organizationId, owner.id, accountId],
  );

  const seen: number[] = [];
  const deaths = await killedOften(
    (services) => removeAccountHandler.run({ accountId }, services, noSignal()),
    async () => {
      for (const who of [owner, other]) expect(await totalOf(who)).toBe(0);
      seen.push((await listed())?.removal?.processed ?? many);
    },
  );
  expect(deaths).toBeGreaterThan(2);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.some((processed) => processed > 0 && processed < many)).toBe(true);
  await expectNothingLeft(accountId, owner);
  expect(await listed()).toBeUndefined();
  // Nothing refers to its contents, so the sweeper deletes them.
  expect(await count('documents where organization_id = $1', [owner.organizationId])).toBe(0);
  expect((await owner.call(sources.accounts)).data.map(({ name }) => name)).toEqual(['again']);
});

it('removes a member with many documents at once, and their documents in the background', async () => {
  const owner = await person(app);
  const leaver = await person(app, { role: 'member', organizationId: owner.organizationId });
  const large = await largeAccount(leaver, owner);
  const shared = await largeAccount(owner, leaver);
  const leaverIds = { organizationId: owner.organizationId, userId: leaver.id };

  await owner.call(members.remove, { params: { id: leaver.id }, query: { content: 'delete' } });
  expect((await failure(leaver.call(documents.list))).status).toBe(404);
  expect(await totalOf(owner)).toBe(many + 1);
  expect((await failure(owner.call(documents.get, { params: { id: large.files[3]! } }))).status).toBe(404);
  expect((await owner.call(members.list)).data.map(({ id }) => id)).toEqual([owner.id]);
  expect(await count('documents where account_id = $1', [large.accountId])).toBe(many + 1);
  expect((await owner.call(members.departures)).data).toEqual([
    { id: leaver.id, name: expect.any(String), total: many, processed: 0 },
  ]);

  const deaths = await killedOften(
    (services) => departureHandler.run(leaverIds, services, noSignal()),
    async () => expect(await totalOf(owner)).toBe(many + 1),
  );
  expect(deaths).toBeGreaterThan(2);
  await expectNothingLeft(large.accountId, leaverIds);
  expect(await count('membership_rows where user_id = $1', [leaver.id])).toBe(0);
  expect(await count('labels where user_id = $1', [leaver.id])).toBe(0);
  expect((await owner.call(members.departures)).data).toEqual([]);
  expect(await count('document_shares where document_id = $1', [shared.folder])).toBe(0);
});

it('gives another member a large account at once, and its documents in the background', async () => {
  const owner = await person(app);
  const leaver = await person(app, { role: 'member', organizationId: owner.organizationId });
  const reader = await person(app, { role: 'member', organizationId: owner.organizationId });
  const { accountId, files } = await largeAccount(leaver, reader);
  await owner.call(members.remove, {
    params: { id: leaver.id },
    query: { content: 'hand_over', hand_over_to: owner.id },
  });
  expect((await owner.call(sources.accounts)).data).toMatchObject([{ id: accountId, status: 'disconnected' }]);
  expect(await count('documents where owner_id = $1', [leaver.id])).toBe(many + 1);
  const before: number[] = [];
  const leaverIds = { organizationId: owner.organizationId, userId: leaver.id };
  await killedOften(
    (services) => departureHandler.run(leaverIds, services, noSignal()),
    async () => {
      before.push(await totalOf(owner));
      // People it is shared with see it all the time.
      expect(await totalOf(reader)).toBe(many + 1);
    },
  );
  expect(before).toEqual([...before].sort((a, b) => a - b));
  expect(await totalOf(owner)).toBe(many + 1);
  expect(await count('documents where owner_id = $1', [owner.id])).toBe(many + 1);
  expect(await count('document_access where principal_id = $1', [leaver.id])).toBe(0);
  expect((await owner.call(documents.get, { params: { id: files[0]! } })).data.id).toBe(files[0]);
  expect(await count('membership_rows where user_id = $1', [leaver.id])).toBe(0);
});

it('rejects an invitation while the person’s files are still being deleted, and replaces a lost job', async () => {
  const owner = await person(app);
  const leaver = await person(app, { role: 'member', organizationId: owner.organizationId });
  const { accountId } = await largeAccount(owner, leaver);
  await largeAccount(leaver, owner);
  await owner.call(sources.delete, { params: { id: accountId } });
  await owner.call(members.remove, { params: { id: leaver.id }, query: { content: 'delete' } });
  await loseJobs();
  await owner.call(invites.create, { body: { email: leaver.email, role: 'member' } });
  await app.work();
  const slug = /accept-member-invite\/(\S+)/.exec((await app.mailsTo(leaver.email))[0]!.text)![1]!;
  const refused = await failure(leaver.call(invites.accept, { body: { slug } }));
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('still being removed')]);
  await resumeRemovals.run({}, app.services, noSignal());
  await app.work();
  await leaver.call(invites.accept, { body: { slug } });
  expect(await totalOf(leaver)).toBe(0);
  expect((await leaver.call(labels.list)).data).toEqual([]);
  await expectNothingLeft(accountId, owner);
});

it('deletes a workspace in batches once its time is over, after which it can’t be restored', async () => {
  const owner = await person(app);
  const other = await person(app, { role: 'member', organizationId: owner.organizationId });
  const { accountId } = await largeAccount(owner, other);
  const params = { id: owner.organizationId };
  await owner.call(organizations.delete, { params });
  expect((await failure(owner.call(documents.list))).status).toBe(404);
  await app.services.pool.query(`update organizations set deleted_at = now() - interval '31 days' where id = $1`, [
    params.id,
  ]);
  const deaths = await killedOften(
    (services) => purgeOrganizations.run({}, services, noSignal()),
    async () => expect((await failure(owner.call(organizations.restore, { params }))).status).toBe(404),
  );
  expect(deaths).toBeGreaterThan(2);
  await expectNothingLeft(accountId, owner);
  for (const table of [
    'organizations where id = $1',
    'blobs where organization_id = $1',
    'membership_rows where organization_id = $1',
  ])
    expect(await count(table, [params.id])).toBe(0);
});
