import { loadavg } from 'node:os';
import { contract } from '../../contract/src/index.ts';
import { launch, ready } from '../../server/src/testing/processes/program.ts';
import { type DavServer, serveTree } from '../src/dav-server.ts';
import { judge } from '../src/judge.ts';
import { processorMs } from '../src/processor-time.ts';
import { startSheaf } from '../src/sheaf.ts';
import { median } from '../src/table.ts';
import { processorShares } from './processor-share.ts';

const accounts = 30;
const goal = 2.5;

interface Round {
  seconds: number;
  /** Seconds of processor time meanwhile: of all workers, and of PostgreSQL. */
  workers: number;
  database: number;
}

/** Synced before the clock starts, so that every worker has its code compiled. */
const warmUp = 6;

/** Thirty accounts at a cloud that answers 30 ms later, synced for the first time by some workers. */
async function syncWith(count: number, server: DavServer, files: number, share?: number): Promise<Round> {
  const { world, call, connect, stop } = await startSheaf({ SHEAF_ROLE: 'api', SHEAF_SECRET: 'x'.repeat(32) });
  const shares = share === undefined ? undefined : processorShares(share);
  const started = await Promise.all(
    Array.from({ length: count }, () => launch({ ...world.environment, SHEAF_ROLE: 'worker' })),
  );
  const { username, password } = server;
  const syncAll = async (folders: readonly string[]) => {
    const ids: string[] = [];
    for (const folder of folders)
      ids.push(await connect('webdav', { address: server.url + folder, username, password }));
    const before = spent();
    for (const id of ids)
      await call(contract.sources.syncSettings, { body: { source_account_id: id, data: { sync: {} } } });
    await allSynced(world.pool);
    const after = spent();
    const { rows } = await world.pool.query(
      `select extract(epoch from max(finished_at) - min(started_at))::float8 as seconds,
        (select count(*)::int from documents where content = 'stored' and account_id = any($1)) as stored
       from batches where account_id = any($1)`,
      [ids],
    );
    if (rows[0].stored !== files * ids.length) throw new Error(`${rows[0].stored} files are stored`);
    return {
      seconds: rows[0].seconds as number,
      workers: (after.workers - before.workers) / 1000,
      database: (after.database - before.database) / 1000,
    };
  };
  const pids = started.map(({ child }) => child.pid!);
  const spent = () => ({
    workers: pids.reduce((sum, pid) => sum + processorMs(pid), 0),
    database: processorMs(world.databasePid),
  });
  try {
    await Promise.all(started.map(ready));
    const folders = server.folders.filter((path) => path !== '');
    await syncAll(folders.slice(accounts));
    for (const pid of pids) shares?.add(pid);
    return await syncAll(folders.slice(0, accounts));
  } finally {
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map(({ ended }) => ended));
    shares?.remove();
    await stop();
  }
}

async function allSynced(pool: {
  query(text: string): Promise<{ rows: { left: number; broken: number }[] }>;
}): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select count(*) filter (where phase <> 'done')::int as left,
        count(*) filter (where phase = 'done' and status <> 'completed')::int as broken from batches`,
    );
    if (rows[0]!.broken > 0) throw new Error(`${rows[0]!.broken} syncs did not complete`);
    if (rows[0]!.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** One worker and three, in turns: with the cores there are, and each with a share of a core, as on small machines of their own. */
export async function compareWorkers({
  files,
  rounds,
  shares,
}: {
  files: number;
  rounds: number;
  /** Of a core for each worker; 1 is all that it can use. */
  shares: readonly number[];
}): Promise<void> {
  const tree = { files: (accounts + warmUp) * files, folders: accounts + warmUp, size: 4096 };
  const server = await serveTree(tree, { delayMs: 30 });
  try {
    console.log(
      `${accounts} accounts with ${files} files of 4 KiB each, every answer 30 ms later, ${rounds} rounds in turns\n`,
    );
    for (const share of shares) {
      const cores = share < 1 ? share : undefined;
      if (cores !== undefined && !processorShares(cores)) {
        console.log('Workers cannot be given a share of a core here: that takes root and control groups.');
        continue;
      }
      const measured: Record<number, Round[]> = { 1: [], 3: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const count of [1, 3]) measured[count]!.push(await syncWith(count, server, files, cores));
      console.log(cores === undefined ? 'with the cores of this machine' : `each worker with ${cores} of a core`);
      for (const count of [1, 3]) {
        const of = (figure: keyof Round) => median(measured[count]!.map((round) => round[figure]));
        console.log(
          `  ${count} worker${count > 1 ? 's' : ' '}   ${of('seconds').toFixed(1).padStart(6)} s   processor: workers ${of('workers').toFixed(1)} s, PostgreSQL ${of('database').toFixed(1)} s` +
            `   (rounds: ${measured[count]!.map(({ seconds }) => seconds.toFixed(1)).join(', ')} s)`,
        );
      }
      const ratio =
        median(measured[1]!.map(({ seconds }) => seconds)) / median(measured[3]!.map(({ seconds }) => seconds));
      console.log(
        `  three are ${ratio.toFixed(2)} times as fast as one (${judge(`three workers, ${share} of a core each: times one`, ratio, goal, 'least')}); load ${loadavg()[0]!.toFixed(1)}\n`,
      );
    }
  } finally {
    await server.stop();
  }
}
