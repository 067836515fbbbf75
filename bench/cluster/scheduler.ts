import { loadavg } from 'node:os';
import { takeDueAccounts } from '../../server/src/features/sources/sync-state.ts';
import { renewWatches } from '../../server/src/features/sources/watch.ts';
import { enqueueStuckRuns } from '../../server/src/features/sync/batches.queries.ts';
import { scheduleRuns } from '../../server/src/features/sync/schedule.ts';
import { claimAccounts } from '../../server/src/features/sync/threads/listen.ts';
import type { Services } from '../../server/src/services.ts';
import { judge } from '../src/judge.ts';
import { summarize } from '../src/load.ts';
import { processorMs } from '../src/processor-time.ts';
import { startWorld, type World } from '../src/world.ts';

const goalMs = 20;
const few = 20;
const slice = 500;
const listeners = Array.from({ length: 3 }, () => crypto.randomUUID());
const never = new AbortController().signal;

class RolledBack extends Error {}

/** What is asked every minute, or more often, among all accounts. */
function questionsOf(world: World): [name: string, ask: () => Promise<unknown>][] {
  const app = { clientId: 'bench', clientSecret: 'bench', settings: {}, urls: {} };
  const services = {
    db: world.db,
    sandbox: {},
    config: { providers: { 'google-drive': app }, webhookUrl: 'https://example.com', billing: false },
    log: console,
  } as unknown as Services;
  const take = (max: number) => async () => {
    const undone = world.db.transaction().execute(async (tx) => {
      const taken = await takeDueAccounts(tx, services.config, max);
      if (taken.length === 0) throw new Error('No account is due.');
      throw new RolledBack();
    });
    await undone.catch((error) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  };
  return [
    [`accounts that are due: ${few}`, take(slice)],
    ['watches to renew: none', () => renewWatches.run({}, services, never)],
    ['accounts to listen at, one more process', () => claimAccounts(services, listeners[0]!)],
    ['runs without a job: none', () => enqueueStuckRuns(world.db, slice)],
  ];
}

async function timesOf(world: World, ask: () => Promise<unknown>, times: number) {
  for (let warm = 0; warm < 10; warm += 1) await ask();
  const measured: number[] = [];
  const before = processorMs(world.databasePid);
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    await ask();
    measured.push(performance.now() - began);
  }
  // Beside the clock, for machines that are busy otherwise.
  return { ...summarize(measured, 1), processor: (processorMs(world.databasePid) - before) / times };
}

const makeDue = (world: World, number: number) =>
  world.pool.query(
    `update source_accounts set next_sync_at = now() - interval '1 minute' where id in (
       select id from source_accounts where next_sync_at > now() order by hashtext(id::text) limit $1)`,
    [number],
  );

/** First among a thousand accounts, then among all; at last with a fifth of all accounts due at once. */
export async function findDueAccounts({ accounts, times }: { accounts: number; times: number }): Promise<void> {
  const world = await startWorld({ SHEAF_ROLE: 'api', SHEAF_SECRET: 'x'.repeat(32) });
  try {
    const found: Record<number, Awaited<ReturnType<typeof timesOf>>[]> = {};
    let before = 0;
    for (const size of [1_000, accounts]) {
      await seedAccounts(world, before, size);
      if (before === 0) await makeDue(world, few);
      before = size;
      for (const listener of listeners)
        await claimAccounts({ db: world.db, config: { billing: false } } as Services, listener);
      found[size] = [];
      for (const [, ask] of questionsOf(world)) found[size].push(await timesOf(world, ask, times));
    }
    console.log(`ms, ${times} times each; load ${loadavg()[0]!.toFixed(1)}`);
    console.log(`${''.padEnd(44)}1,000 accounts                       ${accounts} accounts`);
    for (const [at, [name]] of questionsOf(world).entries()) {
      const [small, large] = [found[1_000]![at]!, found[accounts]![at]!];
      console.log(
        `${name.padEnd(44)}p50 ${small.p50.toFixed(1).padStart(5)}  p95 ${small.p95.toFixed(1).padStart(5)}  processor ${small.processor.toFixed(1)}` +
          `    p50 ${large.p50.toFixed(1).padStart(5)}  p95 ${large.p95.toFixed(1).padStart(5)}  processor ${large.processor.toFixed(1)} (${judge(`scheduler, ${name}: p95 ms`, large.p95, goalMs)})`,
      );
    }
    const { rows } = await world.pool.query(
      `select round(pg_total_relation_size('batches') / count(*)) as run from batches`,
    );
    console.log(`a run takes ${rows[0].run} bytes, indexes included`);
    await manyDue(world, accounts / 5);
  } finally {
    await world.stop();
  }
}

/** Many at once: each slice is a transaction of its own. */
async function manyDue(world: World, due: number): Promise<void> {
  await makeDue(world, due);
  const open = async () =>
    (await world.pool.query(`select count(*)::int as runs from batches where status = 'pending'`)).rows[0].runs;
  const first: number[] = [];
  for (let time = 0; time < 10; time += 1) {
    const began = performance.now();
    await questionsOf(world)[0]![1]();
    first.push(performance.now() - began);
  }
  const began = performance.now();
  await scheduleRuns.run({}, { db: world.db, config: { billing: false } } as Services, never);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${due} due at once: a slice of ${slice} is found and noted in ${summarize(first, 1).p50.toFixed(1)} ms;` +
      ` ${await open()} runs were asked for in ${seconds.toFixed(1)} s`,
  );
  const stuck = await timesOf(world, () => enqueueStuckRuns(world.db, slice), 10);
  console.log(`runs without a job among ${await open()} that wait for theirs: ${stuck.p50.toFixed(1)} ms`);
}

const perOrganization = 50;

/**
 * Accounts `from` to `to` - 1, fifty to an organisation: three fifths at Google Drive, all of them watched, a fifth at
 * Dropbox, a fifth mailboxes; each with some runs behind it, and none of them due for hours.
 */
async function seedAccounts({ pool }: World, from: number, to: number): Promise<void> {
  await pool.query(
    `with made as (insert into organizations (id, name, plan)
       select gen_random_uuid(), 'Organisation ' || n, 'business' from generate_series($1::int, $2::int - 1, $3::int) n returning id),
     people as (insert into users (id, name, email, password_hash) select gen_random_uuid(), 'Somebody', id || '@example.org', '' from made
       returning id, email)
     insert into memberships (organization_id, user_id, role) select split_part(email, '@', 1)::uuid, id, 'owner' from people`,
    [from, to, perOrganization],
  );
  await pool.query(
    `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings, listing, next_sync_at, watch_at)
     select gen_random_uuid(), m.organization_id, m.user_id,
       case when n % 5 < 3 then 'google-drive' when n % 5 = 3 then 'dropbox' else 'imap' end, n::text, 'Account ' || n,
       '{"file_mode":"all","chat_mode":"selected","file_selected_folders":[]}', 1, now() + interval '1 day' + make_interval(secs => n % 300),
       case when n % 5 < 3 then now() + interval '2 days' else '-infinity' end
     from (select organization_id, user_id, row_number() over () as place from memberships m
       where not exists (select 1 from source_accounts a where a.organization_id = m.organization_id)) m
     cross join lateral generate_series(m.place * $1::int, m.place * $1::int + $1::int - 1) n`,
    [perOrganization],
  );
  await pool.query(
    `insert into source_watches (account_id, name, remote_id, renew_at)
     select id, gen_random_uuid(), 'watch', watch_at from source_accounts where source = 'google-drive' on conflict do nothing`,
  );
  await pool.query(
    `insert into batches (id, organization_id, account_id, status, phase, started_at, finished_at)
     select gen_random_uuid(), a.organization_id, a.id, 'completed', 'done', now(), now() from source_accounts a, generate_series(1, 5)
     where not exists (select 1 from batches b where b.account_id = a.id)`,
  );
  await pool.query('vacuum analyze');
}
