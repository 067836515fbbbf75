import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Services } from '../../services.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { type SecondServer, secondServer } from '../../testing/servers/second-server.ts';
import { connectAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { runSync } from '../sync/index.ts';
import { runTransfer } from '../transfers/index.ts';
import { appPacerOf, readPauses } from './app-pauses.ts';
import { findProvider } from './provider.ts';

/** When a provider limits all of Sheaf, every account of that app waits, in every process, but no other account. */

const { sources, transfers } = contract;
const text = 'Google Drive limits how much all of Sheaf may ask.';
const daily = { kind: 'status', status: 403, reason: 'dailyLimitExceeded' } as const;

let first: SecondServer;
let second: SecondServer;
let me: TestPerson;
let ids: { ada: string; bruno: string; mail: string };
const google = await forThisFile(startGoogle({ samples: false }));
const app = await forThisFile(testApp({}, { 'google-drive': google, gmail: google }));
google.control.add({ person: 'ada', name: 'a.txt', text: 'of ada' });
google.control.add({ person: 'bruno', name: 'b.txt', text: 'of bruno' });
/** Two processes that know nothing yet, and accounts that were never synced. */
beforeEach(async () => {
  google.control.clearFaults();
  await app.services.pool.query('truncate app_pauses');
  [first, second] = [await secondServer(app), await secondServer(app)];
  me = await person(app);
  const connected = async (source: string, who: string) => (await connectAccount(me, source, who)).id;
  ids = {
    ada: await connected('google-drive', 'ada'),
    bruno: await connected('google-drive', 'bruno'),
    mail: await connected('gmail', 'ada'),
  };
  google.control.clearCalls();
  return async () => {
    await first.close();
    await second.close();
  };
});

async function run(services: Services, id: string) {
  const batchId = (await me.call(sources.syncNow, { params: { id } })).data.batch_id;
  await runSync.run({ accountId: id, batchId }, services, new AbortController().signal);
  return (await me.call(sources.accounts)).data.find((account) => account.id === id)!;
}
const calls = () => google.control.calls({ prefix: 'GET /drive/' });
/** Seconds from now, or from another time, by the database's clock. */
const secondsUntil = async (what: ReturnType<typeof sql>, from = sql`now()`) =>
  (
    await sql<{ seconds: number }>`select extract(epoch from (${what}) - (${from}))::float8 as seconds`.execute(
      app.services.db,
    )
  ).rows[0]!.seconds;
/** A run doesn't wait until its pause is written. */
const written = async () => (await app.services.pool.query('select from app_pauses')).rowCount;
const runAt = (id: string) => sql`select max(run_at) from graphile_worker.jobs where queue_name = ${`sync ${id}`}`;

it('holds all accounts of an app in all processes after one is limited, without failing runs', async () => {
  google.control.fail({ path: '/drive/v3', times: 1, action: daily });
  const ada = await run(first.services, ids.ada);
  expect(ada).toMatchObject({ status: 'syncing', problem: text, batch: { status: 'paused' } });
  await expect.poll(written).toBe(1);
  const resumesAt = sql`select ${ada.resumes_at}::timestamptz`;
  const until = await secondsUntil(resumesAt);
  expect(until).toBeGreaterThan(3500);
  expect(until).toBeLessThanOrEqual(3600);
  expect(await secondsUntil(runAt(ids.ada), resumesAt)).toBeGreaterThanOrEqual(-1);

  google.control.clearCalls();
  const bruno = await run(second.services, ids.bruno);
  expect(bruno).toMatchObject({ status: 'syncing', problem: text, batch: { status: 'paused' } });
  expect(bruno.resumes_at).not.toBeNull();
  expect(calls()).toBe(0);
  // Google counts Gmail separately.
  expect(await run(second.services, ids.mail)).toMatchObject({ status: 'connected', problem: null, resumes_at: null });

  await app.services.pool.query('update app_pauses set paused_until = now()');
  const third = await secondServer(app);
  try {
    expect(await run(third.services, ids.bruno)).toMatchObject({
      status: 'connected',
      problem: null,
      resumes_at: null,
    });
  } finally {
    await third.close();
  }
});

it('holds only one account if the limit is for that account', async () => {
  google.control.fail({ path: '/drive/v3', action: { kind: 'status', status: 429, retryAfter: 600 } });
  const ada = await run(first.services, ids.ada);
  expect(ada).toMatchObject({ status: 'syncing', problem: 'Google Drive asks Sheaf to wait.' });
  expect(ada.resumes_at).not.toBeNull();
  for (const { services } of [first, second])
    expect(await run(services, ids.bruno)).toMatchObject({ status: 'connected', problem: null });
  expect((await app.services.pool.query('select from app_pauses')).rowCount).toBe(0);
});

it('tells people who browse, pick or connect at once, without calling the app', async () => {
  await app.services.pool.query(
    `insert into app_pauses values ('google-drive', $1, 'calls', now() + interval '20 minutes')`,
    [google.clientId],
  );
  const asked = [
    () => me.call(sources.files, { body: { source_account_id: ids.ada, kind: 'files' } }),
    () => me.call(sources.files, { body: { source_account_id: ids.ada, kind: 'files', parent_id: null } }),
    () => me.call(sources.beginOAuth, { body: { source: 'google-drive' } }),
    () => me.call(transfers.createFolder, { body: { source_account_id: ids.ada, parent_id: null, name: 'New' } }),
  ];
  for (const call of asked)
    expect(await failure(call())).toMatchObject({
      code: 'source_failed',
      message: `${text} Try again in 20 minutes.`,
      retryAfter: expect.toSatisfy((seconds) => seconds > 1100 && seconds <= 1200),
    });
  expect(calls()).toBe(0);
  await me.call(sources.beginOAuth, { body: { source: 'gmail' } });
});

it('lets a transfer wait with the same message, without calling the app', async () => {
  expect(await run(first.services, ids.ada)).toMatchObject({ status: 'connected' });
  await app.services.pool.query(
    `insert into app_pauses values ('google-drive', $1, 'calls', now() + interval '20 minutes')`,
    [google.clientId],
  );
  const body = { from_account_id: ids.ada, to_account_id: ids.bruno, selection_type: 'all' as const };
  const { id } = (await me.call(transfers.create, { body })).data;
  google.control.clearCalls();
  await runTransfer.run({ transferId: id }, second.services, new AbortController().signal);
  const waiting = (await me.call(transfers.get, { params: { id } })).data;
  expect(waiting).toMatchObject({ status: 'running', problem: text, failed: 0 });
  expect(await secondsUntil(sql`select ${waiting.resumes_at}::timestamptz`)).toBeGreaterThan(1100);
  expect(calls()).toBe(0);
});

it('pauses token requests of all accounts after one is limited, but not calls with a valid token', async () => {
  const expireToken = () => google.control.fail({ path: '/drive/v3', action: { kind: 'expire-token' } });
  expireToken();
  google.control.fail({ path: '/token', times: 100, action: { kind: 'status', status: 429, retryAfter: 900 } });
  expect(await run(first.services, ids.ada)).toMatchObject({ status: 'syncing', batch: { status: 'paused' } });
  await expect.poll(written).toBe(1);
  const { rows } = await app.services.pool.query('select kind from app_pauses');
  expect(rows).toEqual([{ kind: 'tokens' }]);
  expect(await run(second.services, ids.bruno)).toMatchObject({ status: 'connected' });
  google.control.clearCalls();
  expireToken();
  expect(await run(second.services, ids.bruno)).toMatchObject({ status: 'syncing', batch: { status: 'paused' } });
  expect(google.control.calls({ prefix: 'POST /token' })).toBe(0);
});

it('uses the database’s clock, whatever the worker’s clock says', async () => {
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000);
  try {
    google.control.fail({ path: '/drive/v3', action: daily });
    await run(first.services, ids.ada);
    await expect.poll(written).toBe(1);
  } finally {
    vi.restoreAllMocks();
  }
  const pausedUntil = sql`select max(paused_until) from app_pauses`;
  expect(await secondsUntil(pausedUntil)).toBeGreaterThan(3500);
  expect(await secondsUntil(runAt(ids.ada), pausedUntil)).toBeGreaterThanOrEqual(-1);
});

it('applies pauses from elsewhere to a run in progress, keeps the later of two, and works without the database', async () => {
  const provider = findProvider(app.services, 'google-drive');
  const [here, there] = [appPacerOf(first.services, provider)!, appPacerOf(second.services, provider)!];
  here.pause(3_600_000);
  await expect.poll(written).toBe(1);
  await readPauses(second.services);
  expect(there.pausedMs()).toBeGreaterThan(3_500_000);
  there.pause(60_000);
  expect(await secondsUntil(sql`select max(paused_until) from app_pauses`)).toBeGreaterThan(3500);

  const cut = await secondServer(app);
  await cut.close();
  const alone = appPacerOf(cut.services, provider)!;
  alone.pause(60_000);
  expect(alone.pausedMs()).toBeGreaterThan(50_000);
});
