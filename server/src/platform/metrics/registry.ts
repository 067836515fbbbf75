import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Pool } from '../../db/pool.ts';
import { type DatabaseFigures, readDatabaseFigures, readPausedApps } from './database-figures.ts';

/** The database is queried at most this often, however often metrics are read. */
const keptMs = 10_000;
/** The figures are not worth waiting for longer than this. */
const usualPatienceMs = 2_000;

/** Metrics of every process: about itself, and what the database knows about all of them. */
export function createMetrics(
  pool: Pool,
  { workerLostAfter, patienceMs = usualPatienceMs }: { workerLostAfter: number; patienceMs?: number },
  ofRequests: Pool = pool,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'sheaf_database_connections',
    help: 'Connections to the database, of requests and of jobs',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const pools = [...new Set([pool, ofRequests])];
      const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
        pools.reduce((all, one) => all + one[count], 0);
      this.set({ state: 'open' }, sum('totalCount'));
      this.set({ state: 'idle' }, sum('idleCount'));
      this.set({ state: 'waiting' }, sum('waitingCount'));
    },
  });
  new Gauge({
    name: 'sheaf_app_paused_seconds',
    help: 'How long a provider still limits all accounts of our app, by app and what is limited',
    labelNames: ['app', 'kind'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { source, kind, seconds } of await readPausedApps(pool, patienceMs))
        this.set({ app: source, kind }, seconds);
    },
  });
  const figures = rememberFor(keptMs, () => readDatabaseFigures(pool, workerLostAfter, patienceMs));
  addDatabaseGauges(registry, figures);
  return registry;
}

type Values = Readonly<Record<string, keyof DatabaseFigures>>;

/** Each metric with its meaning and its figures by label; '' if it has no label. */
const gauges: Readonly<Record<string, { help: string; label?: string; values: Values }>> = {
  sheaf_jobs: {
    help: 'Jobs of all processes: ready to run, running, or given up after their last try',
    label: 'state',
    values: { ready: 'ready', running: 'running', given_up: 'givenUp' },
  },
  sheaf_oldest_job_seconds: {
    help: 'How long the job that has waited longest has been ready',
    values: { '': 'oldestReadySeconds' },
  },
  sheaf_worker_lanes: { help: 'Lanes of workers that are alive, two for each process', values: { '': 'workerLanes' } },
  sheaf_due_syncs: { help: 'Accounts whose next sync is due', values: { '': 'dueSyncs' } },
  sheaf_oldest_due_sync_seconds: {
    help: 'How long the account that has waited longest has been due',
    values: { '': 'oldestDueSeconds' },
  },
  sheaf_transfers: {
    help: 'Transfers that are open, and those of the last day that failed',
    label: 'state',
    values: {
      pending: 'transfersPending',
      running: 'transfersRunning',
      paused: 'transfersPaused',
      failed: 'transfersFailed',
    },
  },
  sheaf_uploads: {
    help: 'Uploads that are not complete, and those that should have been cleared away',
    label: 'state',
    values: { open: 'uploadsOpen', stuck: 'uploadsStuck' },
  },
  sheaf_last_backup_age_seconds: {
    help: 'How long ago the last complete backup was started; NaN where none was ever tried',
    values: { '': 'lastBackupSeconds' },
  },
};

/** While the database does not answer, its figures are NaN instead of the old ones. */
function addDatabaseGauges(registry: Registry, figures: () => Promise<DatabaseFigures | null>): void {
  new Gauge({
    name: 'sheaf_database_up',
    help: 'Whether the database answers',
    registers: [registry],
    async collect() {
      this.set((await figures()) ? 1 : 0);
    },
  });
  for (const [name, { help, label, values }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const known = await figures();
        // NaN, because no alert compares it with anything.
        for (const [value, figure] of Object.entries(values))
          this.set(label ? { [label]: value } : {}, known ? known[figure] : Number.NaN);
      },
    });
  }
}

function rememberFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (!latest || performance.now() - latest.at > ms) latest = { at: performance.now(), value: read() };
    return latest.value;
  };
}
