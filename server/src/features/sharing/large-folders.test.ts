import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { walkShares } from './walks.ts';

const { documents, sharing, search } = contract;
const [many, few] = [1040, 8];

const app = await forThisFile(testApp());
const owner = await person(app);
const reader = await person(app, { role: 'member', organizationId: owner.organizationId });
const account = await quietAccount(app, owner);
const [top] = (await addDocuments(app, owner, account, [{ name: 'Harbor', folder: true }])) as [string];
const folders = await addDocuments(
  app,
  owner,
  account,
  Array.from({ length: few }, (_, n) => ({ name: `Pier ${n}`, folder: true, parent: top })),
);
const files = await addDocuments(
  app,
  owner,
  account,
  Array.from({ length: many }, (_, n) => ({ name: `plan ${n}.txt`, parent: folders[n % few]! })),
);

const share = (id: string) => owner.call(sharing.share, { body: { document_ids: [id], inviting_ids: [reader.id] } });
const unshare = (id: string) => owner.call(sharing.unshare, { params: { userId: reader.id, documentId: id } });
const totalOf = async (who: TestPerson) => (await who.call(documents.list)).pagination.total;
const sharedWith = async () => (await owner.call(sharing.members, { params: { documentId: top } })).data;

const noSignal = () => new AbortController().signal;

/** Runs the job, which is killed at this statement; returns whether it finished before. */
async function walkUntil(dieAt: number): Promise<boolean> {
  const killed = killableServices(app.services, dieAt, async () => {});
  const walk = { documentId: top, principalId: reader.id };
  await walkShares.run(walk, killed.services, noSignal()).catch(() => {});
  const { isDead } = killed;
  await killed.end();
  return !isDead;
}

/** Runs the job, killed a few statements later each time, until it finishes; returns how often it was killed. */
async function walkKilled(between: () => Promise<void>): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    if (await walkUntil(4 + deaths * 7)) return deaths;
    await between();
  }
}

/** Checks that the rows of the reader are exactly those of the shares. */
async function expectExact(): Promise<void> {
  const { rows } = await app.services.pool.query(
    `select count(*) filter (where a.document_id is not null and not is_shared_with(d.id, $1))::int as wrong,
       count(*) filter (where a.document_id is null and is_shared_with(d.id, $1))::int as missing
     from documents d left join document_access a on a.document_id = d.id and a.principal_id = $1 where d.account_id = $2`,
    [reader.id, account],
  );
  expect(rows).toEqual([{ wrong: 0, missing: 0 }]);
  const open = await app.services.pool.query(
    `select 1 from share_walks union all select 1 from document_shares where state <> 'live'`,
  );
  expect(open.rows).toEqual([]);
}

it('shares a large folder in the background, but ends the share at once', async () => {
  await share(top);
  // The folder itself is visible at once, and nothing else was written.
  expect(await totalOf(reader)).toBe(1);
  expect(await sharedWith()).toMatchObject([{ id: reader.id, progress: 0 }]);
  const seen: number[] = [];
  const percents: number[] = [];
  expect(
    await walkKilled(async () => {
      seen.push(await totalOf(reader));
      percents.push((await sharedWith())[0]!.progress!);
    }),
  ).toBeGreaterThan(2);
  for (const rising of [seen, percents]) expect(rising).toEqual([...rising].sort((a, b) => a - b));
  expect(percents.some((percent) => percent > 0 && percent < 100)).toBe(true);
  expect(await totalOf(reader)).toBe(1 + few + many);
  expect(await sharedWith()).toMatchObject([{ id: reader.id, progress: null }]);
  await expectExact();

  // Also shares one of the folders directly: its content stays visible all the time.
  await share(folders[0]!);
  const kept = 1 + many / few;
  await unshare(top);
  const rowsLeft = await app.services.pool.query(
    'select count(*)::int as n from document_access where principal_id = $1',
    [reader.id],
  );
  expect(rowsLeft.rows[0].n).toBe(few + many);
  const expectHidden = async () => {
    expect(await totalOf(reader)).toBe(kept);
    const found = (await reader.call(search.find, { query: { q: 'plan' } })).data.map(({ document }) => document.id);
    expect(found.filter((id) => files.indexOf(id) % few !== 0)).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    expect((await failure(reader.call(documents.get, { params: { id: files[1]! } }))).status).toBe(404);
    expect((await failure(reader.call(documents.download, { params: { id: files[1]! } }))).status).toBe(404);
    expect((await reader.call(documents.get, { params: { id: files[0]! } })).data.id).toBe(files[0]);
    expect((await sharedWith()).map(({ id }) => id)).toEqual([]);
  };
  await expectHidden();
  // Repeated because the answer was lost, while its rows are still being deleted.
  await unshare(top);
  await walkKilled(expectHidden);
  await expectHidden();
  await expectExact();
});

it('ends in the last state after sharing and unsharing again and again, even while files move', async () => {
  const move = (id: string, parent: string | null) =>
    app.services.pool.query('update documents set parent_id = $2 where id = $1', [id, parent]);
  await share(folders[0]!);
  await share(top);
  expect(await walkUntil(12)).toBe(false);
  await unshare(top);
  expect(await totalOf(reader)).toBe(1 + many / few);
  expect(await walkUntil(12)).toBe(false);
  await share(top);
  await move(folders[3]!, null);
  expect(await walkUntil(12)).toBe(false);
  await move(folders[2]!, folders[1]!);
  const [late] = await addDocuments(app, owner, account, [{ name: 'late.txt', parent: folders[1]! }]);
  await app.work();
  await expectExact();
  expect((await reader.call(documents.get, { params: { id: late! } })).data.name).toBe('late.txt');
  expect(await totalOf(reader)).toBe(1 + few + many + 1 - (1 + many / few));
});
