import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, createClient } from '@sheaf/contract';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { freePort, launch, type RunningProgram, ready } from './testing/program.ts';

/** The whole program in a process of its own: how it starts, stops, is killed, and what it says when it cannot start. */

let dir: string;
const programs: RunningProgram[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheaf-main-'));
  // Reachable by the user PostgreSQL runs as.
  await chmod(dir, 0o755);
});
afterEach(async () => {
  for (const { child, ended } of programs.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
  await rm(dir, { recursive: true, force: true });
});

async function run(env: Record<string, string> = {}): Promise<RunningProgram> {
  const program = await launch({ SHEAF_DATA_DIR: join(dir, 'data'), ...env });
  programs.push(program);
  return program;
}

const postmasterOf = async () =>
  Number((await readFile(join(dir, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** A process that has ended but that nobody waited for is still in the table, as a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/^\d+ \(.*\) Z/s.test(stat);
}

const register = (url: string, email: string) =>
  createClient({ baseUrl: `${url}/api`, headers: () => ({}) })(contract.auth.register, {
    body: { name: 'Ada Lovelace', email, password: 'correct horse', password_confirmation: 'correct horse' },
  });

describe('stopping', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s takes everything down within five seconds', async (signal) => {
    const program = await run();
    await ready(program);
    const postmaster = await postmasterOf();
    expect(await isRunning(postmaster)).toBe(true);
    const began = Date.now();
    program.child.kill(signal);
    expect(await program.ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(await isRunning(postmaster)).toBe(false);
  });
});

describe('killed outright', () => {
  it('comes up again with nothing lost, also when killed right after an answer', async () => {
    const first = await run();
    await ready(first);
    const { data } = await register(first.url, 'ada@example.com');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await run();
    await ready(second);
    const again = createClient({
      baseUrl: `${second.url}/api`,
      headers: () => ({ Authorization: `Bearer ${data.auth.token}` }),
    });
    expect((await again(contract.auth.user)).data.email).toBe('ada@example.com');
    // The mail job of the killed process still runs: its lock is set free at once.
    await expect
      .poll(async () => (await (await fetch(`${second.url}/dev/mailbox.json?to=ada@example.com`)).json()).data.length, {
        timeout: 10_000,
      })
      .toBe(1);
  });
});

describe('one clear sentence and exit code 1', () => {
  const sentence = async (program: RunningProgram) => {
    expect(await program.ended).toBe(1);
    expect(program.output().trim().split('\n')).toHaveLength(1);
    return program.output().trim();
  };

  it('for a second start on the same data, while the first goes on', async () => {
    const first = await run();
    await ready(first);
    const second = await run();
    expect(await sentence(second)).toContain(`already running on ${join(dir, 'data')} (sheaf at ${first.url})`);
    expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
  });

  it.each(['no', 'yes'])('for a taken port, leaving no PostgreSQL behind (sandbox: %s)', async (sandbox) => {
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    const program = await run({ PORT: String(port), SHEAF_SANDBOX: sandbox });
    expect(await sentence(program)).toMatch(new RegExp(`^Port ${port} is taken by another program\\.`));
    await expect(postmasterOf()).rejects.toThrow('ENOENT');
    taken.close();
  });

  it('for a data folder that cannot be used', async () => {
    await writeFile(join(dir, 'data'), 'a file, not a folder');
    expect(await sentence(await run())).toMatch(/^The data folder .* cannot be read and written/);
  });

  it('for a DATABASE_URL where nobody answers', async () => {
    const program = await run({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` });
    expect(await sentence(program)).toMatch(/^The database of DATABASE_URL cannot be used/);
  });

  it('for a wrong value', async () => {
    expect(await sentence(await run({ PORT: 'eighty' }))).toMatch(/^PORT should be a whole number/);
  });
});

it('api and worker run as processes of their own on one database', async () => {
  const connection = inject('postgres');
  const base =
    connection.connectionString ??
    `postgres://${connection.user}@localhost:${connection.port}/postgres?host=${encodeURIComponent(connection.host!)}`;
  const { default: pg } = await import('pg');
  const admin = new pg.Client(connection);
  await admin.connect();
  const database = `split_${process.pid}`;
  await admin.query(`create database ${database}`);
  const url = new URL(base);
  url.pathname = `/${database}`;
  const env = { DATABASE_URL: url.href, SHEAF_SECRET: 'shared by both processes, long enough' };
  const api = await run({ ...env, SHEAF_ROLE: 'api' });
  const worker = await run({ ...env, SHEAF_ROLE: 'worker' });
  await Promise.all([ready(api), ready(worker)]);
  await register(api.url, 'grace@example.com');
  await expect
    .poll(async () => (await (await fetch(`${api.url}/dev/mailbox.json?to=grace@example.com`)).json()).data.length, {
      timeout: 10_000,
    })
    .toBe(1);
  for (const { child, ended } of [api, worker]) {
    child.kill('SIGTERM');
    await ended;
  }
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
});
