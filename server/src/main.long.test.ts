import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, createClient } from '@sheaf/contract';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { retryingClient } from './cluster/testing/retrying-client.ts';
import { findSandbox } from './sandbox.ts';
import { launch, type RunningProgram, ready } from './testing/processes/program.ts';

/**
 * The whole program in a process of its own: how it starts, stops and is killed, and what it says when it cannot start.
 */

let dir: string;
const programs: RunningProgram[] = [];

// The first start creates the database; the others find it, which takes a fraction of the time.
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheaf-main-'));
  // The user that PostgreSQL runs as can reach it.
  await chmod(dir, 0o755);
});
afterEach(async () => {
  for (const { child, ended } of programs.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
});
afterAll(async () => {
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
  retryingClient(url, {})(contract.auth.register, {
    body: { name: 'Ada Lovelace', email, password: 'correct horse', password_confirmation: 'correct horse' },
  });

describe('a stop', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s ends everything and waits for nothing', async (signal) => {
    const grace = 30;
    const program = await run({ STOP_GRACE: String(grace) });
    await ready(program);
    const postmaster = await postmasterOf();
    expect(await isRunning(postmaster)).toBe(true);
    const began = Date.now();
    program.child.kill(signal);
    expect(await program.ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(grace * 1000);
    expect(await isRunning(postmaster)).toBe(false);
  });

  it('waits for a request in progress and accepts no new ones', async () => {
    const program = await run({ STOP_GRACE: '30' });
    await ready(program);
    const { data } = await register(program.url, 'ida@example.com');
    const headers = { Authorization: `Bearer ${data.auth.token}` };
    const { port } = new URL(program.url);
    const body = JSON.stringify({ name: 'Ida' });
    const lines = ['PUT /api/user HTTP/1.1', 'Host: localhost', `Authorization: ${headers.Authorization}`];
    const slow = connect(Number(port), '127.0.0.1');
    slow.write([...lines, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', ''].join('\r\n'));
    const answered = once(slow, 'data');
    // Two requests later the first is surely in progress, because they share the event loop.
    for (let n = 0; n < 2; n += 1) await fetch(`${program.url}/api/health`);
    program.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${program.url}/api/health`).then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .not.toBe(200);
    slow.write(body);
    expect(String((await answered)[0])).toMatch(/^HTTP\/1[.]1 [24]/);
    expect(await program.ended).toBe(0);
  });
});

describe('a kill', () => {
  it('loses nothing, even right after an answer', async () => {
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
    // The mail job of the killed process still runs, because its lock is released at once.
    await expect
      .poll(async () => (await (await fetch(`${second.url}/dev/mailbox.json?to=ada@example.com`)).json()).data.length)
      .toBe(1);
  }, 180_000);
});

it('restarts a PostgreSQL that was killed, and continues', async () => {
  // A stop that exceeds its time ends with 1, and a busy machine takes long.
  const program = await run({ STOP_GRACE: '30' });
  await ready(program);
  const { data } = await register(program.url, 'bruno@example.com');
  const killed = await postmasterOf();
  process.kill(killed, 'SIGKILL');
  const whoAmI = () =>
    fetch(`${program.url}/api/auth/user`, { headers: { Authorization: `Bearer ${data.auth.token}` } });
  await expect.poll(async () => (await postmasterOf().catch(() => killed)) !== killed).toBe(true);
  await expect.poll(async () => (await whoAmI()).status).toBe(200);
  expect(program.child.exitCode).toBeNull();
  const second = await postmasterOf();
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(await isRunning(second)).toBe(false);
});

describe('fails with one clear sentence and exit code 1', () => {
  const sentence = async (program: RunningProgram) => {
    expect(await program.ended).toBe(1);
    expect(program.output().trim()).not.toContain('\n');
    return program.output().trim();
  };

  it('on a second start with the same data, while the first runs', async () => {
    const first = await run();
    await ready(first);
    const second = await run();
    expect(await sentence(second)).toContain(`already running on ${join(dir, 'data')} (sheaf at ${first.url})`);
    expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
  }, 180_000);

  it.each(['no', 'yes'])('on a taken port, leaving no PostgreSQL behind (sandbox: %s)', async (sandbox) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const program = await run({ PORT: String(port), SHEAF_SANDBOX: sandbox });
    expect(await sentence(program)).toMatch(new RegExp(`^Port ${port} is taken by another program\\.`));
    const postmaster = await postmasterOf().catch(() => null);
    expect(postmaster !== null && (await isRunning(postmaster))).toBe(false);
    taken.close();
  });

  it('on a data folder that cannot be used', async () => {
    const file = join(dir, 'file');
    await writeFile(file, 'a file, not a folder');
    expect(await sentence(await run({ SHEAF_DATA_DIR: file }))).toMatch(
      /^The data folder .* cannot be read and written/,
    );
  });

  it('on a DATABASE_URL where nobody answers', async () => {
    const program = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await sentence(program)).toMatch(/^The database of DATABASE_URL cannot be used/);
  });

  it('on a wrong value', async () => {
    expect(await sentence(await run({ PORT: 'eighty' }))).toMatch(/^PORT should be a whole number/);
  });
});

it('runs api, worker and sandbox as processes of their own on one database', async () => {
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
  const env = {
    DATABASE_URL: url.href,
    SHEAF_SECRET: 'shared by both processes, long enough',
    SHEAF_SANDBOX: 'yes',
    // Eight ports below those that systems assign automatically.
    SHEAF_SANDBOX_URL: `http://127.0.0.1:${20_000 + (process.pid % 1000) * 8}`,
  };
  const api = await run({ ...env, SHEAF_ROLE: 'api' });
  // After the sandbox, because it waits for it.
  const sandbox = await run({ ...env, SHEAF_ROLE: 'sandbox', SHEAF_PUBLIC_URL: 'http://localhost:1' });
  const worker = await run({ ...env, SHEAF_ROLE: 'worker' });
  await Promise.all([ready(api), ready(worker), ready(sandbox)]);
  expect((await fetch(`${env.SHEAF_SANDBOX_URL}/apps`)).status).toBe(401);
  const { apps } = await findSandbox(env.SHEAF_SANDBOX_URL, env.SHEAF_SECRET);
  const { authorize, token } = apps['google-drive']!.urls;
  // Browsers may know it by another name than the processes.
  expect([new URL(authorize!).hostname, new URL(token!).hostname]).toEqual(['localhost', '127.0.0.1']);
  expect((await fetch(token!, { method: 'POST' })).status).toBe(400);
  await register(api.url, 'grace@example.com');
  await expect
    .poll(async () => (await (await fetch(`${api.url}/dev/mailbox.json?to=grace@example.com`)).json()).data.length)
    .toBe(1);
  for (const { child, ended } of [api, worker, sandbox]) {
    child.kill('SIGTERM');
    await ended;
  }
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
});
