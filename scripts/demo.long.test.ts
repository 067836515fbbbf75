import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Call, contract, createClient } from '@sheaf/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launch, type RunningProgram, says } from '../server/src/testing/processes/program.ts';
import { mailsTo } from '../server/src/testing/sign-in/mailbox.ts';
import { password, people } from './demo/studio.ts';

const { auth, collections, documents, invites, labels, members, organizations, sources, transfers } = contract;
const script = path.join(import.meta.dirname, 'demo.ts');

let folder: string;
let demo: RunningProgram | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-demo-'));
  // PostgreSQL runs as another user if the tests run as root, and needs access to its folder below.
  await chmod(folder, 0o755);
});
afterEach(async () => {
  // Stops its PostgreSQL too.
  await stop('SIGTERM');
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(env: Record<string, string> = {}): Promise<RunningProgram> {
  demo = await launch({ SHEAF_DATA_DIR: folder, STOP_GRACE: '30', ...env }, script);
  return demo;
}

async function stop(signal: NodeJS.Signals): Promise<number | null | undefined> {
  demo?.child.kill(signal);
  return demo?.ended;
}

async function signIn({ url }: RunningProgram, email: string): Promise<Call> {
  const call = (headers: Record<string, string>) => createClient({ baseUrl: `${url}/api`, headers: () => headers });
  const { data } = await call({})(auth.login, { body: { email, password } });
  if (!('auth' in data)) throw new Error('A second factor is asked for.');
  const { token } = data.auth;
  return call({ Authorization: `Bearer ${token}` });
}

/** How many documents, labels and collections each of them has. */
async function lookAsEach(program: RunningProgram): Promise<number[][]> {
  const look = async ({ email }: { email: string }) => {
    const call = await signIn(program, email);
    const lists = await Promise.all([call(documents.list), call(labels.list), call(collections.list)]);
    return lists.map(({ pagination }) => pagination.total);
  };
  return Promise.all(people.map(look));
}

it('fills a studio that four people can sign in to, continues when it was stopped, and adds nothing to a full one', async () => {
  // No other configuration is used.
  const begun = await start({ DATABASE_URL: 'postgres://nobody@localhost:1/none', SMTP_URL: 'smtp://localhost:1' });
  await says(begun, /has 4 members/);
  expect(await stop('SIGINT')).toBe(0);
  expect(begun.output()).not.toContain('could not be filled');

  const filled = await start();
  await says(filled, /dana@example\.com +guest/);
  expect(filled.output()).toContain(`Lindqvist Studio is at ${filled.url}. The password is '${password}'`);
  const ada = await signIn(filled, 'ada@example.com');
  await expectTeam(ada);
  await expectFiles(ada);
  await expectTransfers(ada);
  const found = await lookAsEach(filled);
  for (const [at, { labels, collections }] of people.entries()) {
    expect(found[at]!.slice(1)).toEqual([labels.length, collections.length]);
    expect(found[at]![0]).toBeGreaterThan(50);
  }
  // Their shares are announced in one mail, or the rest of them some minutes later.
  const subjects = async ({ url }: RunningProgram) =>
    (await mailsTo(url, 'dana@example.com')).map(({ subject }) => subject);
  await expect
    .poll(() => subjects(filled))
    .toEqual(
      expect.arrayContaining([
        'Ada Lindqvist invites you to Lindqvist Studio on Sheaf',
        expect.stringMatching(/^Ada Lindqvist shared /),
      ]),
    );

  expect(await stop('SIGINT')).toBe(0);
  const again = await start();
  await says(again, /dana@example\.com +guest/);
  expect(again.output()).not.toContain('Filling');
  expect(await lookAsEach(again)).toEqual(found);
  const all = await subjects(again);
  expect(all).toHaveLength(new Set(all).size);
  expect(all.filter((subject) => !/^Ada Lindqvist (invites you to|shared) /.test(subject))).toEqual([]);
  expect(all.filter((subject) => subject.includes('invites you'))).toHaveLength(1);
}, 480_000);

const address = Object.values(os.networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

it.skipIf(!address)(
  'listens on this machine only, whatever is configured, because its passwords are public',
  async () => {
    const program = await start({ HOST: '0.0.0.0', SHEAF_PUBLIC_URL: `http://${address}`, TRUST_PROXY: '1' });
    await says(program, /Sheaf is ready/);
    const { port } = new URL(program.url);
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    await expect(fetch(`http://${address}:${port}/api/health`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
  },
  480_000,
);

async function expectTeam(ada: Call) {
  expect((await ada(organizations.list)).data).toMatchObject([{ name: 'Lindqvist Studio', role: 'owner' }]);
  const team = (await ada(members.list)).data.map(({ email, role }) => ({ email, role }));
  expect(team).toEqual(people.map(({ email, role }) => ({ email, role })));
  const open = (await ada(invites.list)).data.map(({ email }) => email);
  expect(open.sort()).toEqual(['elif@example.com', 'farid@example.com']);
}

async function expectFiles(ada: Call) {
  const accounts = (await ada(sources.accounts)).data.map(({ slug, status }) => `${slug} ${status}`);
  expect(accounts.sort()).toEqual([
    'dropbox connected',
    'gmail connected',
    'google-drive connected',
    'slack connected',
  ]);
  for (const label of (await ada(labels.list)).data)
    expect((await ada(documents.list, { query: { label_id: label.id } })).data).not.toEqual([]);
  for (const { count } of (await ada(collections.list)).data) expect(count).toBeGreaterThan(0);
  // Her own agreement, Bruno's books that he shares with her, a thread of her mail and one of her chats.
  for (const name of ['Northwind agreement.docx', 'Open items May 2026.xlsx', 'Northwind: open invoices', '#general'])
    expect((await ada(documents.list, { query: { search: name } })).data, name).not.toEqual([]);
}

async function expectTransfers(ada: Call) {
  const copies = (await ada(transfers.list)).data;
  expect(copies.map(({ status, repeat }) => [status, repeat])).toEqual([
    ['paused', null],
    ['completed', 'hourly'],
    ['completed', null],
  ]);
  const report = await ada(transfers.report, { params: { id: copies[2]!.id } });
  expect(await report.text()).toContain('Handbook with pictures');
}

it('leaves a folder with other contents alone', async () => {
  await writeFile(path.join(folder, 'secret'), 'mine');
  expect(await (await start()).ended).toBe(1);
  expect(demo!.output()).toBe(`${folder} holds other data: name an empty folder for the demo in SHEAF_DATA_DIR.\n`);
});
