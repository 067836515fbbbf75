import { contract, eventsPath } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { person } from '../testing/people.ts';
import { launch, ready } from '../testing/processes/program.ts';
import { reachClouds } from '../testing/processes/worker-process.ts';
import { startDatabaseProxy } from '../testing/servers/database-proxy.ts';
import { connectAccount } from '../testing/sign-in/consent.ts';
import { testApp, testSecret } from '../testing/test-app.ts';

/** The whole program, API and worker, while its database can't be reached for some seconds. */

const { sources } = contract;
const files = 200;

const line = new AbortController();
const google = await forThisFile(startGoogle({ samples: false, pageSize: 20 }));
google.control.addMany({ person: 'ada', count: files });
const app = await forThisFile(testApp({}, { 'google-drive': google }));
const me = await person(app);
const { id } = await connectAccount(me, 'google-drive', 'ada');
const proxy = await forThisFile(startDatabaseProxy());
const program = await launch({
  SHEAF_SECRET: testSecret,
  SHEAF_DATA_DIR: app.services.config.dataDir,
  DATABASE_URL: proxy.url(app.services.pool.options.database!),
  ...reachClouds({ 'google-drive': google }),
});
await ready(program);
afterAll(async () => {
  line.abort();
  program.child.kill('SIGTERM');
  await program.ended;
});

const count = async (where: string) =>
  (await app.services.pool.query(`select count(*) as count from documents where ${where}`)).rows[0].count;

it('ends no process; runs resume on their own, and open streams hear that they missed something', async () => {
  const heard: string[] = [];
  const answer = await fetch(`${program.url}/api${eventsPath}`, { headers: me.headers, signal: line.signal });
  void (async () => {
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) heard.push(text);
  })().catch(() => {});

  // So slow that most have not arrived when the database goes away, however late that is.
  google.control.fail({ path: '/drive/v3/files/*', nth: 100, times: 10_000, action: { kind: 'delay', ms: 3_000 } });
  await me.call(sources.syncNow, { params: { id } });
  await expect.poll(() => count(`content = 'stored'`)).toBeGreaterThan(0);
  proxy.close();
  expect(await count(`content = 'pending'`)).toBeGreaterThan(0);
  const refused = await fetch(`${program.url}/api/labels?per_page=20`, { headers: me.headers });
  expect(refused.status).toBe(503);
  // Everything that needs the database has tried it several times.
  await expect.poll(proxy.refused).toBeGreaterThan(10);
  google.control.clearFaults();
  heard.length = 0;
  proxy.open();

  const batch = async () => (await me.call(sources.accounts)).data[0]!;
  await expect.poll(async () => (await batch()).batch!.status).toBe('completed');
  expect(await batch()).toMatchObject({ status: 'connected', problem: null });
  expect(await count(`content = 'stored'`)).toBe(files);
  await expect.poll(() => heard.join('')).toContain('"type":"resync"');
  await me.call(sources.syncNow, { params: { id } });
  await expect.poll(() => heard.join('')).toContain('"type":"account"');
  expect(program.child.exitCode).toBeNull();
  const back = await fetch(`${program.url}/api/labels?per_page=20`, { headers: me.headers });
  expect(back.status).toBe(200);
}, 120_000);
