import { readFileSync } from 'node:fs';
import { contract } from '../../contract/src/index.ts';
import { connectAccount } from '../../server/src/testing/sign-in/consent.ts';
import type { DavServer } from './dav-server.ts';
import { processorMs } from './processor-time.ts';
import { startWorld } from './world.ts';

const { sources, transfers } = contract;

export interface SyncTimes {
  /** Seconds until all documents were in the database. */
  listed: number;
  /** Seconds until the contents were stored as well. */
  done: number;
}

/** The real program with an empty PostgreSQL and an empty folder for blobs. */
export async function startSheaf(env: Record<string, string> = {}) {
  const world = await startWorld({ SHEAF_ALLOW_PRIVATE_NETWORKS: 'true', ...env });
  const { call } = world;

  /** Looks after every notification on a channel, until `look` answers something. */
  async function ended<T>(channel: string, look: () => Promise<T | undefined>): Promise<T> {
    const watcher = await world.pool.connect();
    await watcher.query(`listen ${channel}`);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const lookAgain = async () => {
      const found = await look();
      if (found !== undefined) resolve(found);
    };
    watcher.on('notification', () => void lookAgain().catch(reject));
    void lookAgain().catch(reject);
    return promise.finally(() => watcher.release(true));
  }

  /** Runs a sync and returns its duration; with `listOnly`, until the listing is done, while contents are still fetched. */
  async function sync(accountId: string, { listOnly = false } = {}): Promise<SyncTimes> {
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const body = { source_account_id: accountId, data: { sync: {} } };
    const { batch_id } = (await call(sources.syncSettings, { body })).data;
    let listed: number | undefined;
    return ended('sheaf_account', async () => {
      const { rows } = await world.pool.query('select phase, status from batches where id = $1', [batch_id]);
      const { phase, status } = rows[0] as { phase: string; status: string };
      if (phase !== 'listing') listed ??= seconds();
      if (phase === 'contents' && listOnly) return { listed: listed!, done: Number.NaN };
      if (phase !== 'done') return undefined;
      if (status === 'completed') return { listed: listed!, done: seconds() };
      throw new Error(`The sync ended as ${status}: ${world.output()}`);
    });
  }

  /** Connects an account with the values of the source's form. */
  async function connect(source: string, fields: Record<string, string>): Promise<string> {
    const { url } = (await call(sources.beginOAuth, { body: { source } })).data;
    const state = new URL(url).searchParams.get('state')!;
    const { code } = (await call(sources.submitCredentials, { body: { source, state, fields } })).data;
    return (await call(sources.finishOAuth, { body: { source, state, code } })).data.id;
  }

  /** Copies one account to another; returns the seconds from the call to its end. */
  async function transfer(from: string, to: string): Promise<number> {
    const began = performance.now();
    const body = { from_account_id: from, to_account_id: to, selection_type: 'all' as const };
    const { id } = (await call(transfers.create, { body })).data;
    return ended('sheaf_transfer', async () => {
      const { rows } = await world.pool.query('select status, problem from transfers where id = $1', [id]);
      const { status, problem } = rows[0] as { status: string; problem: string | null };
      if (status === 'completed') return (performance.now() - began) / 1000;
      if (status === 'pending' || status === 'running') return undefined;
      const { rows: reasons } = await world.pool.query(
        'select outcome, reason, count(*)::int as items from transfer_items where transfer_id = $1 group by 1, 2',
        [id],
      );
      throw new Error(`The transfer ended as ${status} (${problem}, ${JSON.stringify(reasons)}): ${world.output()}`);
    });
  }

  return {
    world,
    call,
    sync,
    transfer,
    /** From now on a sync only lists: there is nothing left to fetch. */
    async fetchNothing(): Promise<void> {
      await world.pool.query(`create function no_content() returns trigger language plpgsql as
        $$ begin new.content := 'none'; return new; end $$`);
      await world.pool.query(
        'create trigger no_content before insert on documents for each row execute function no_content()',
      );
    },
    connect,
    connectDav: ({ url, username, password }: DavServer) => connect('webdav', { address: url, username, password }),
    /** Ada's account at a sandbox, after these control calls. */
    async connectSandbox(source: string, controls: Record<string, object>): Promise<string> {
      const { url } = (await call(sources.beginOAuth, { body: { source } })).data;
      for (const [name, given] of Object.entries(controls)) {
        const control = await fetch(new URL(`/_control/${name}`, url), {
          method: 'POST',
          headers: { 'x-sandbox-control': 'bench' },
          body: JSON.stringify(given),
        });
        if (!control.ok) throw new Error(`The sandbox answered ${control.status}: ${await control.text()}`);
      }
      return (await connectAccount({ call }, source, 'ada')).id;
    },
    async messages(): Promise<number> {
      return (await world.pool.query('select count(*)::int as count from messages')).rows[0].count;
    },
    async count(): Promise<{ documents: number; stored: number }> {
      const { rows } = await world.pool.query(
        `select count(*)::int as documents, (count(*) filter (where content = 'stored'))::int as stored from documents`,
      );
      return rows[0];
    },
    /** In megabytes, since it started. */
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${world.pid}/status`, 'utf8'))![1]) / 1024,
    /** Seconds of processor time, since it started. */
    processorTime: () => processorMs(world.pid) / 1000,
    /** The same of PostgreSQL. */
    databaseTime: () => processorMs(world.databasePid) / 1000,
    stop: () => world.stop(),
  };
}

export type Sheaf = Awaited<ReturnType<typeof startSheaf>>;
