import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@sheaf/sandbox';
import type { ClusterProcess } from './cluster-process.ts';
import { freeProcesses, freeWorkers } from './free-processes.ts';
import { busyWorkers, freezeAtWork } from './freeze-at-work.ts';
import type { Disturbance, Step } from './plan.ts';
import { eventually } from './retrying-client.ts';
import { type Cluster, lostAfter } from './start-cluster.ts';

/** Plays a plan to its end; disturbances that take time run in parallel with the next ones. */
export async function disturb(cluster: Cluster, plan: readonly Step[], note: (text: string) => void): Promise<void> {
  const going: Promise<void>[] = [];
  // A frozen worker keeps its connections, so PostgreSQL restarts before or after. Restarts follow each other.
  let restarts = Promise.resolve();
  let freezes: Promise<unknown> = Promise.resolve();
  for (const { afterCalls, target, what } of plan) {
    await untilCalled(cluster, afterCalls);
    note(JSON.stringify(what));
    if (what.kind === 'restart database') {
      restarts = Promise.all([restarts, freezes]).then(() => cluster.database.restart(what.how));
      going.push(restarts.then(() => note('the database is back')));
    } else if (what.kind === 'freeze') {
      const frozen = restarts.then(() => freezeAtWork(cluster, what.during, target, note));
      freezes = Promise.allSettled([freezes, frozen]);
      going.push(frozen);
    } else {
      const one = await eventually(`process for ${what.kind}`, () => take(cluster, what, target));
      const ended = () => {
        one.isDisturbed = false;
        note(`${one.name} is back after ${what.kind}`);
      };
      going.push(happen(cluster, one, what).finally(ended));
    }
  }
  await Promise.all(going);
}

/** The plan continues even if everything stands still because of what happened before. */
const standstillMs = 10_000;

async function untilCalled({ calls }: Cluster, count: number): Promise<void> {
  const enough = calls() + count;
  const end = Date.now() + standstillMs;
  while (calls() < enough && Date.now() < end) await sleep(20);
}

type ToOne = Exclude<Disturbance, { kind: 'freeze' | 'restart database' }>;

/** Marks it as disturbed. Isolation matters only to a worker that is in the middle of something. */
async function take(cluster: Cluster, what: ToOne, target: number): Promise<ClusterProcess | undefined> {
  const busy = what.kind === 'isolate' ? await busyWorkers(cluster) : cluster.processes;
  const free = what.kind === 'isolate' || what.role === 'worker' ? freeWorkers(cluster) : freeProcesses(cluster, 'api');
  const among = free.filter((one) => busy.includes(one));
  const one = among[target % Math.max(1, among.length)];
  if (one) one.isDisturbed = true;
  return one;
}

async function happen(cluster: Cluster, one: ClusterProcess, what: ToOne): Promise<void> {
  if (what.kind === 'kill') {
    await one.kill();
    await one.start();
  } else if (what.kind === 'cut') {
    one.cutOff();
    one.letIn();
  } else {
    one.cutOff();
    await untilGivenUp(cluster).finally(() => one.letIn());
  }
}

/** Waits until every worker that has not been seen since now counts as dead and its jobs belong to others. */
async function untilGivenUp({ database: { pool } }: Cluster): Promise<void> {
  const ask = async (text: string, values: unknown[] = []) =>
    (await pool.query(text, values).catch(() => null))?.rows[0];
  const { since } = await eventually('database', async () => ask('select now()::text as since'));
  await eventually('worker that is given up', async () => {
    const row = await ask(
      `select now() > $1::timestamptz + make_interval(secs => $2)
         and not exists (select 1 from worker_heartbeats where seen_at <= $1) as is_given_up`,
      [since, lostAfter],
    );
    return row?.is_given_up || undefined;
  });
}

const everyNth = 50;
const maxFaults = 100;
const always = 1_000_000;

/** Makes one S3 call in fifty fail, each in its own way, and clouds slow, so that disturbances hit runs in progress. */
export function failSomeCalls({ s3: { faults }, clouds }: Cluster, seed: string): void {
  const random = new Random(`calls ${seed}`);
  for (const { control } of Object.values(clouds))
    control.fail({ times: always, action: { kind: 'delay', ms: random.between(30, 90) } });
  for (let n = 1; n <= maxFaults; n++)
    faults.add({
      nth: n * everyNth,
      action: random.pick([
        { kind: 'status', status: 500, reason: 'InternalError' },
        { kind: 'status', status: 503, reason: 'SlowDown' },
        { kind: 'cut', afterBytes: 10 },
      ]),
    });
}

export function answerAllCalls({ s3: { faults }, clouds }: Cluster): void {
  faults.clear();
  for (const { control } of Object.values(clouds)) control.clearFaults();
}
