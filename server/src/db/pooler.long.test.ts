import { contract, eventsPath } from '@sheaf/contract';
import { type GoogleSandbox, type Pooler, provide, startGoogle, startPgbouncer } from '@sheaf/sandbox';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryingFetch } from '../cluster/testing/retrying-client.ts';
import { person, type TestPerson } from '../testing/people.ts';
import { launch, type RunningProgram, ready } from '../testing/processes/program.ts';
import { reachClouds } from '../testing/processes/worker-process.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/servers/database-proxy.ts';
import { connectAccount } from '../testing/sign-in/consent.ts';
import { type TestApp, testApp, testSecret } from '../testing/test-app.ts';
import { openPool } from './pool.ts';

const pgbouncer = provide('pgbouncer');
const files = 60;

/** The whole program, API and worker, behind a pooler that gives each transaction any session. */
describe.skipIf(pgbouncer === null)('behind PgBouncer in transaction mode, Sheaf', () => {
  let app: TestApp;
  let google: GoogleSandbox;
  let proxy: DatabaseProxy;
  let pooler: Pooler;
  let program: RunningProgram;
  let me: TestPerson;
  let id: string;
  const line = new AbortController();
  beforeAll(async () => {
    google = await startGoogle({ samples: false, pageSize: 20 });
    google.control.addMany({ person: 'ada', count: files });
    app = await testApp({}, { 'google-drive': google });
    me = await person(app);
    ({ id } = await connectAccount(me, 'google-drive', 'ada'));
    proxy = await startDatabaseProxy();
    const direct = new URL(proxy.url(app.services.pool.options.database!));
    const { hostname: host, port, username: user } = direct;
    pooler = await startPgbouncer(pgbouncer!, { host, port: Number(port), user });
    const pooled = new URL(direct);
    pooled.port = String(pooler.port);
    program = await launch({
      SHEAF_SECRET: testSecret,
      SHEAF_DATA_DIR: app.services.config.dataDir,
      DATABASE_URL: pooled.href,
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: direct.href,
      ...reachClouds({ 'google-drive': google }),
    });
    await ready(program);
  });
  afterAll(async () => {
    line.abort();
    program?.child.kill('SIGTERM');
    await program?.ended;
    await pooler?.stop();
    await proxy?.stop();
    await app?.close();
    await google?.stop();
  });

  it('serves many at once, runs a sync and announces it', async () => {
    const heard: string[] = [];
    const answer = await fetch(`${program.url}/api${eventsPath}`, { headers: me.headers, signal: line.signal });
    void (async () => {
      for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) heard.push(text);
    })().catch(() => {});
    await me.call(contract.sources.syncNow, { params: { id } });
    // On a busy machine some are asked to try again, and do.
    const list = () => retryingFetch(`${program.url}/api/documents`, { headers: me.headers });
    const answers = await Promise.all(Array.from({ length: 40 }, list));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    const stored = async () =>
      (await app.services.pool.query(`select count(*) as count from documents where content = 'stored'`)).rows[0].count;
    await expect.poll(stored).toBe(files);
    await expect.poll(() => heard.join('')).toContain('documents');
    const failed = program
      .output()
      .split('\n')
      .filter((line) => line.includes('request failed'));
    expect(failed.filter((line) => !line.includes('AppError: Sheaf is busy'))).toEqual([]);
    expect(program.output()).not.toMatch(/prepared statement|not listening|heartbeat failed/);
  });

  it('notices the pooler without being told', async () => {
    const { user, database } = app.services.pool.options;
    const url = `postgres://${user}@127.0.0.1:${pooler.port}/${database}`;
    const plain = await launch({ DATABASE_URL: url, SHEAF_DATA_DIR: app.services.config.dataDir });
    expect(await plain.ended).toBe(1);
    expect(plain.output().trim()).toBe(
      'DATABASE_URL leads to a pooler: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the database itself.',
    );
  });

  it('limits how long a transaction may be idle, and leaves nothing in the session', async () => {
    const { database, user } = app.services.pool.options;
    const connection = { host: '127.0.0.1', port: pooler.port, user, database };
    const pool = openPool({ ...connection, pooler: true, idleInTransactionMs: 7_000, max: 1 }, () => {});
    const limit = async (client: pg.ClientBase) =>
      (await client.query('show idle_in_transaction_session_timeout')).rows[0].idle_in_transaction_session_timeout;
    const client = await pool.connect();
    await client.query('begin');
    expect(await limit(client)).toBe('7s');
    await client.query('commit');
    expect(await limit(client)).toBe('0');
    client.release();
    await pool.end();
  });

  it('answers 503 to a request whose statement takes too long', async () => {
    const blocker = await app.services.pool.connect();
    await blocker.query('begin; lock table labels in access exclusive mode');
    const answer = await fetch(`${program.url}/api/labels`, { headers: me.headers });
    await blocker.query('rollback');
    blocker.release();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('This took too long') });
  });

  it('limits how long a statement of a request may take, in a transaction or alone, and no other statement', async () => {
    const { database, user } = app.services.pool.options;
    const connection = { host: '127.0.0.1', port: pooler.port, user, database, pooler: true, max: 1 };
    const ofRequests = openPool({ ...connection, statementMs: 1_000 }, () => {});
    const ofJobs = openPool(connection, () => {});
    const slow = 'select pg_sleep(60 + $1)';
    await expect(ofRequests.query(slow, [0])).rejects.toMatchObject({ code: '57014' });
    const client = await ofRequests.connect();
    await client.query('begin');
    await expect(client.query(slow, [0])).rejects.toMatchObject({ code: '57014' });
    await client.query('rollback');
    client.release();
    expect((await ofRequests.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
    expect((await ofJobs.query('show statement_timeout')).rows[0].statement_timeout).toBe('0');
    await ofRequests.end();
    await ofJobs.end();
  });
});
