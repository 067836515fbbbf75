import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterProcess } from './cluster-process.ts';
import { freeWorkers } from './free-processes.ts';
import { eventually } from './retrying-client.ts';
import type { Cluster } from './start-cluster.ts';

/** The kinds of work that a worker can be in the middle of: its jobs, as SQL about a job `j`. */
const works = {
  /**
   * Frozen before its end, it would treat documents that another worker found unchanged as gone. Not so for Google
   * Drive, which is asked about each of those again.
   */
  listing: {
    task: 'sync.run',
    isGoingOn: `exists (select 1 from source_accounts a join documents d on d.account_id = a.id and d.listing < a.listing
      where a.id = (j.payload->>'accountId')::uuid and a.listing_run is not null and a.source <> 'google-drive')`,
    hasEnded: `not exists (select 1 from batches where id = ($1::json->>'batchId')::uuid and status in ('pending', 'running', 'paused'))`,
  },
  /** Frozen during uploads, it would send and count them again. */
  transfer: {
    task: 'transfers.run',
    isGoingOn: `exists (select 1 from transfer_items i join transfer_uploads u using (transfer_id, number)
      where i.transfer_id = (j.payload->>'transferId')::uuid and i.outcome = 'waiting' and not i.arrived)`,
    hasEnded: `not exists (select 1 from transfers where id = ($1::json->>'transferId')::uuid and status in ('pending', 'running'))`,
  },
};

export type WorkKind = keyof typeof works;

interface AtWork {
  one: ClusterProcess;
  job: { id: number; locked_by: string; payload: object };
}

/** Undefined while the database is away. */
async function ask<Row extends object>({ database: { pool } }: Cluster, text: string, values: unknown[] = []) {
  return (await pool.query<Row>(text, values).catch(() => null))?.rows;
}

/** Workers that are in the middle of any of these. */
export async function busyWorkers(cluster: Cluster): Promise<ClusterProcess[]> {
  const found = await Promise.all([findAtWork(cluster, 'listing'), findAtWork(cluster, 'transfer')]);
  return [...new Set(found.flat().map(({ one }) => one))];
}

async function findAtWork(cluster: Cluster, kind: WorkKind): Promise<AtWork[]> {
  const { task, isGoingOn } = works[kind];
  const jobs = await ask<AtWork['job']>(
    cluster,
    `select j.id, j.locked_by, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 and j.locked_by is not null and ${isGoingOn} order by j.id`,
    [task],
  );
  return (jobs ?? []).flatMap((job) => {
    const one = freeWorkers(cluster).find((each) => each.isLane(job.locked_by));
    return one ? [{ one, job }] : [];
  });
}

/**
 * Freezes a worker in the middle of its work until another one has finished that work; then it wakes up, and its own
 * part of the run ends too.
 */
export async function freezeAtWork(
  cluster: Cluster,
  kind: WorkKind,
  target: number,
  note: (text: string) => void,
): Promise<void> {
  const { one, job } = await eventually(`worker in the middle of a ${kind}`, () => freezeOne(cluster, kind, target));
  note(`${one.name} is frozen in the middle of a ${kind}`);
  try {
    const before = one.output().length;
    try {
      await eventually(`end of the ${kind} by another worker`, () => hasEnded(cluster, kind, job));
    } finally {
      note(`${one.name} wakes up: its ${kind} was ended by another`);
      one.thaw();
    }
    // The queue refuses its result, whether or not it has repeated the work.
    const refused = new RegExp(`Failed task ${job.id} \\(.*? with error '(.*?)'`);
    const why = async () => refused.exec(one.output().slice(before))?.[1];
    note(`${one.name} has given its ${kind} up: ${await eventually(`end of the ${kind} of ${one.name}`, why)}`);
  } finally {
    one.isDisturbed = false;
  }
}

/** Attempts in a row, because the moment it waits for may be short. */
const tries = 20;
const lookAgainMs = 50;

async function freezeOne(cluster: Cluster, kind: WorkKind, target: number): Promise<AtWork | undefined> {
  for (let n = 0; n < tries; n++) {
    const frozen = await tryToFreeze(cluster, kind, target);
    if (frozen) return frozen;
    await sleep(10);
  }
  return undefined;
}

/** Freezes first and checks then: only a stopped worker can be seen to be in the middle of something. */
async function tryToFreeze(cluster: Cluster, kind: WorkKind, target: number): Promise<AtWork | undefined> {
  const found = await findAtWork(cluster, kind);
  const chosen = found[target % Math.max(1, found.length)];
  if (!chosen) return undefined;
  const { one, job } = chosen;
  one.isDisturbed = true;
  one.freeze();
  // Checked twice, because its last statement may still have been on its way to the database.
  const look = () => isMidway(cluster, kind, one, job);
  if ((await look()) && (await sleep(lookAgainMs, true)) && (await look())) return chosen;
  one.thaw();
  one.isDisturbed = false;
  return undefined;
}

/**
 * It still has the job, and neither a transaction, which PostgreSQL would end, nor a connection that is just being
 * opened, which would have timed out when it wakes up: either would end the run.
 */
async function isMidway(cluster: Cluster, kind: WorkKind, one: ClusterProcess, { id, locked_by }: AtWork['job']) {
  const rows = await ask(
    cluster,
    `select 1 from graphile_worker._private_jobs j where j.id = $1 and j.locked_by = $2 and ${works[kind].isGoingOn}
       and not exists (select 1 from pg_stat_activity where application_name = $3
         and (state is distinct from 'idle' or backend_start > now() - interval '1 second'))`,
    [id, locked_by, one.name],
  );
  return rows?.length === 1;
}

async function hasEnded(cluster: Cluster, kind: WorkKind, { payload }: AtWork['job']): Promise<true | undefined> {
  const rows = await ask<{ is_over: boolean }>(cluster, `select ${works[kind].hasEnded} as is_over`, [
    JSON.stringify(payload),
  ]);
  return rows?.[0]?.is_over || undefined;
}
