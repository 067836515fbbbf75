import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbedded } from './index.ts';
import { commandLine, pidIsTaken } from './running-process.ts';
import { startThrowaway } from './throwaway.ts';

const isRoot = process.geteuid?.() === 0;
const NOBODY = 65534;

/**
 * A cluster that was started once. Most tests start with a copy, because creating one takes longer than the rest of the
 * test.
 */
let made: string;
let data: string;
let dir: string;
let started: EmbeddedPostgres[];
let messages: string[];

beforeAll(async () => {
  made = await mkdtemp(path.join(os.tmpdir(), 'sheaf-embedded-'));
  await chmod(made, 0o755);
  const postgres = await startEmbedded({ dir: path.join(made, 'postgres'), log: () => {} });
  await postgres.stop();
});

afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'sheaf embedded '));
  await chmod(data, 0o755);
  dir = path.join(data, 'postgres');
  started = [];
  messages = [];
});

afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
});

async function start(at = dir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dir: at, log: (message) => messages.push(message) });
  started.push(postgres);
  return postgres;
}

/** Copies it like root does: the start gives it to the user that PostgreSQL runs as. */
async function startCopy(at = dir): Promise<EmbeddedPostgres> {
  await cp(path.join(made, 'postgres'), at, { recursive: true });
  return start(at);
}

async function failure(at = dir): Promise<EmbeddedPostgresError> {
  const error = await start(at).then(
    () => expect.fail('it started'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  const { message } = error as EmbeddedPostgresError;
  expect(message, 'one sentence').toMatch(/^[A-Z][^\n]*[^.]\.$/);
  return error as EmbeddedPostgresError;
}

async function query<T extends pg.QueryResultRow>(postgres: EmbeddedPostgres, sql: string): Promise<T[]> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function killPostmaster(): Promise<number> {
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => commandLine(pid)).toBeUndefined();
  return pid;
}

describe('starting and stopping', () => {
  it('creates the cluster on first start and keeps its data over a restart', async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    // On a busy machine it reports that it is still waiting.
    const waits = 'The database is still recovering from an unclean stop.';
    expect(messages.filter((message) => message !== waits)).toEqual(['Preparing the database for the first time.']);
    await query(first, `create table note as select 'kept' as text`);
    const pid = await postmasterPid();
    await first.stop();
    expect(commandLine(pid)).toBeUndefined();

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }]);
    expect((await readdir(data)).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.log']);
  });

  it('is durable, small and closed to the network', async () => {
    const settings = await query<{ name: string; setting: string }>(
      await startCopy(),
      `select name, setting from pg_settings where name in ('fsync', 'jit', 'max_connections', 'listen_addresses', 'data_checksums')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      jit: 'off',
      max_connections: '100',
      listen_addresses: '',
      data_checksums: 'on',
    });
  });

  it('stops with clients connected', async () => {
    const postgres = await startCopy();
    const client = new pg.Client(postgres.connection);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    // It doesn't wait until they leave, as PostgreSQL does by default.
    await postgres.stop();
    await expect(client.query('commit')).rejects.toThrow(/connection|terminated|not queryable/i);
  });

  it('finds a short place for the socket of a folder with a long path', async () => {
    const long = path.join(data, 'x'.repeat(120), 'postgres');
    const postgres = await startCopy(long);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    await expect(readdir(postgres.connection.host)).rejects.toThrow('ENOENT');
  });
});

describe('after a kill', () => {
  it('recovers what a killed PostgreSQL had committed', async () => {
    const first = await startCopy();
    await query(first, `create table note as select 'kept' as text`);
    await killPostmaster();
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }]);
  });

  it('adopts a PostgreSQL that is still running, and stops it', async () => {
    const first = await startCopy();
    const second = await start();
    expect(second.adopted).toBe(true);
    expect(second.connection).toEqual(first.connection);
    const pid = await postmasterPid();
    await second.stop();
    expect(commandLine(pid)).toBeUndefined();
  });

  it('lets one of two simultaneous callers start it and the other adopt it', async () => {
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
  });

  it.each([
    ['a zombie', 'zombie', 'sleep 0.1 & echo $!; exec sleep 300'],
    ['a stranger', 'sleep', 'echo $$; exec sleep 300'],
  ])('ignores a lock file whose process id now belongs to %s', async (_, program, script) => {
    const first = await startCopy();
    await query(first, `create table note as select 'kept' as text`);
    const dead = String(await killPostmaster());
    // As PostgreSQL's own user, because it ignores the processes of others.
    const { uid, gid } = await stat(dir);
    const holder = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/', uid, gid });
    try {
      const taken = String(await once(holder.stdout, 'data')).trim();
      await expect.poll(() => commandLine(Number(taken))?.[0] ?? 'zombie').toBe(program);
      expect(pidIsTaken(Number(taken))).toBe(true);
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        const file = path.join(dir, name);
        await writeFile(file, (await readFile(file, 'utf8')).replace(dead, taken));
      }
      const second = await start();
      expect(second.adopted).toBe(false);
      expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }]);
    } finally {
      holder.kill('SIGKILL');
    }
  });

  it('starts over after a kill in the middle of the first start', async () => {
    await mkdir(`${dir}.draft-killed/base`, { recursive: true });
    await start();
    expect(await readdir(data)).not.toContain('postgres.draft-killed');
  });
});

describe('explains to people', () => {
  it('that it may not read a folder', async () => {
    await mkdir(dir);
    await chmod(dir, 0o000);
    await asOrdinaryUser(async () => {
      await chmod(dir, 0o000);
      expect((await failure()).message).toContain(`may not read and write its database folder ${dir}`);
    });
  });

  it('that a file is in the way', async () => {
    await writeFile(path.join(data, 'file'), '');
    expect((await failure(path.join(data, 'file', 'postgres'))).message).toContain('a file is in its way');
  });

  it('that a folder has other contents', async () => {
    await mkdir(dir);
    await writeFile(path.join(dir, 'holiday.jpg'), '');
    expect((await failure()).message).toContain('holds something other than a database of Sheaf');
  });

  it('that a cluster has another major version', async () => {
    await mkdir(dir);
    await writeFile(path.join(dir, 'PG_VERSION'), '14\n');
    expect((await failure()).message).toContain('was written by PostgreSQL 14');
  });

  it('what PostgreSQL says about a damaged cluster', async () => {
    await (await startCopy()).stop();
    await rm(path.join(dir, 'global', 'pg_control'));
    expect((await failure()).message).toMatch(/did not start \(.*pg_control.*\): see .*postgres\.log/);
  });
});

describe.runIf(isRoot)('as root', () => {
  it('takes over a cluster that another account owned', async () => {
    await (await startCopy()).stop();
    for (const name of ['', 'PG_VERSION', 'base']) await chown(path.join(dir, name), 0, 0);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('runs below a folder that is closed to others, or names that folder', async () => {
    await chmod(data, 0o700);
    const outcome = await start().catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome.message).toContain(`cannot pass through ${data}`);
    else expect(await query(outcome as EmbeddedPostgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

it('gives tests a cluster that leaves nothing behind', async () => {
  const postgres = await startThrowaway();
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
  await expect(readdir(path.dirname(postgres.connection.host))).rejects.toThrow('ENOENT');
});

/** Root may read anything, so as root the body runs with the rights of nobody. */
async function asOrdinaryUser(body: () => Promise<void>): Promise<void> {
  if (!isRoot) return body();
  await chown(data, NOBODY, NOBODY);
  await chown(dir, NOBODY, NOBODY);
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    await body();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
