import { createHash } from 'node:crypto';
import { contract, type Transfer } from '@sheaf/contract';
import { oddStore, provide, serveFolder, startDropbox, startGoogle, startRclone, startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { killableServices } from '../../../testing/killable-services.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';
import { drive, dropbox, s3, s3Login, type TestCloud, webdav } from '../testing/clouds.ts';
import { expectCountersAgree } from '../testing/counters.ts';
import { type Disturbance, flipping, type Story, stories } from '../testing/disturbed.ts';
import { itemsOf, sync, workUntilSettled } from '../testing/driver.ts';
import { runTransfer } from './run.ts';

/**
 * Transfers that are killed at random statements while both clouds fail at random. In the end every item is at the
 * destination once with the right bytes, or is reported with a reason; nothing unfinished is left there, and nothing is
 * missing at the source that did not arrive.
 *
 * A failure prints how to replay it; TRANSFER_RUNS=20 tries more stories, TRANSFER_KILLS=50 disturbs each this many
 * times.
 */
const { TRANSFER_RUNS, TRANSFER_KILLS } = process.env;
const plan = { numRuns: Number(TRANSFER_RUNS ?? 2), endOnFailure: true };
const kills = Number(TRANSFER_KILLS ?? 3);
const minutes = 30;
let killed = 0;
const { sources, transfers, labels } = contract;

const rclone = provide('rclone');
const google = await forThisFile(startGoogle({ samples: false }));
const box = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google, dropbox: box }));
afterAll(() => {
  if (kills > 10) console.info(`Killed ${killed} times`);
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (seed: string, size: number) => Buffer.alloc(size, sha256(Buffer.from(seed)));
const given: readonly { path: string[]; bytes: Buffer }[] = [
  { path: ['a.txt'], bytes: bytesOf('a', 3_000) },
  { path: ['b.txt'], bytes: bytesOf('b', 5_000) },
  { path: ['empty.txt'], bytes: Buffer.alloc(0) },
  { path: ['large.bin'], bytes: bytesOf('large', 11 * 1024 * 1024) },
  { path: ['Sub', 'a.txt'], bytes: bytesOf('sub a', 2_500) },
  { path: ['Sub', 'Inner', 'c.txt'], bytes: bytesOf('c', 4_000) },
  ...Array.from({ length: kills <= 10 ? 8 : kills * 10 }, (_, n) => ({
    path: ['Many', `${n}.txt`],
    bytes: bytesOf(`many ${n}`, 2_100 + n),
  })),
];

interface World {
  from: TestCloud;
  to: TestCloud;
  fail(at: 'from' | 'to', fault: Disturbance['faults'][number]): void;
  event(what: Disturbance['events'][number]['what']): void;
  mend(who: TestPerson): Promise<void>;
}

async function play(world: World, story: Story): Promise<void> {
  const { from, to } = world;
  for (const each of ['ada', 'bruno'] as const)
    google.control.setOddities({ person: each, seed: JSON.stringify(story) });
  await from.clear();
  await to.clear();
  for (const folder of [['Sub'], ['Sub', 'Inner'], ['Many'], ['Empty']]) await from.mkdir(folder);
  for (const { path, bytes } of given) await from.write(path, bytes);
  const before = new Map<string, string>();
  for (const { name, same } of story.there) {
    const { path, bytes } = given[name % 4]!;
    if (before.has(path[0]!)) continue;
    const held = same ? bytes : Buffer.from(`other than ${path[0]}`);
    before.set(path[0]!, sha256(held));
    await to.write(path, held);
  }
  const who = await person(app);
  const accounts = { from: await from.connect(who), to: await to.connect(who) };
  await sync(app, who, accounts.from);
  const label = await labelAll(who, accounts.from);
  const id = await create(who, accounts, story);
  for (const disturbance of story.runs) await disturbed(world, who, id, disturbance);
  await world.mend(who);
  const rest = { ...accounts, label };
  const transfer = await settle(who, id);
  await check(world, who, transfer, story, before, rest);
  if (transfer.failed === 0) return checkArrived(who, transfer, story, before);
  // Nothing fails any longer: failed items arrive when they are retried.
  const retried = await settle(who, id);
  await check(world, who, retried, story, before, rest);
  await checkArrived(who, retried, story, before);
}

/** Checks everything except files that existed with other content and must be left alone. */
async function checkArrived(who: TestPerson, { id }: Transfer, { policy }: Story, before: ReadonlyMap<string, string>) {
  const isLeft = ({ path, bytes }: (typeof given)[number]) =>
    policy === 'skip' && path.length === 1 && before.has(path[0]!) && before.get(path[0]!) !== sha256(bytes);
  const files = (await itemsOf(who, id)).filter(({ kind }) => kind === 'file');
  const missing = files.filter(({ outcome }) => outcome !== 'transferred' && outcome !== 'identical');
  expect(missing.map(({ path, outcome }) => `${path}: ${outcome}`).sort()).toEqual(
    given
      .filter(isLeft)
      .map(({ path }) => `${path.join('/')}: skipped`)
      .sort(),
  );
}

async function labelAll(who: TestPerson, account: string): Promise<string> {
  const { id } = (await who.call(labels.create, { body: { name: 'Important', color: '#2f9e44' } })).data;
  const { rows } = await app.services.pool.query<{ id: string }>(
    `select id from documents where account_id = $1 and kind = 'file'`,
    [account],
  );
  await app.services.pool.query(
    `insert into label_documents (organization_id, label_id, document_id) select $1, $2, unnest($3::uuid[])`,
    [who.organizationId, id, rows.map((row) => row.id)],
  );
  return id;
}

async function create(who: TestPerson, accounts: { from: string; to: string }, { mode, policy }: Story) {
  const body = { from_account_id: accounts.from, to_account_id: accounts.to, selection_type: 'all' as const };
  return (await who.call(transfers.create, { body: { ...body, mode, on_conflict: policy } })).data.id;
}

/** One run by a worker that may be killed; waiting items are made due. */
async function disturbed(world: World, who: TestPerson, id: string, disturbance: Disturbance): Promise<void> {
  await makeDue(who, id);
  const worker = killableServices(app.services, disturbance.killAt, async (nth) => {
    for (const { call, what } of disturbance.events) if (call === nth) world.event(what);
  });
  for (const fault of disturbance.faults) world.fail(fault.at, fault);
  const { http, guardedHttp } = worker.services;
  const flipped = { http: flipping(http, disturbance.flipAt), guardedHttp: flipping(guardedHttp, disturbance.flipAt) };
  const services = { ...worker.services, ...flipped };
  await runTransfer.run({ transferId: id }, services, new AbortController().signal).catch((error) => {
    if (!worker.isDead) throw error;
  });
  if (worker.isDead) killed++;
  await worker.end();
  await world.mend(who);
}

async function makeDue(who: TestPerson, id: string): Promise<void> {
  await app.services.pool.query('update transfer_items set next_try_at = null where transfer_id = $1', [id]);
  const { status } = (await who.call(transfers.get, { params: { id } })).data;
  if (status === 'paused') await who.call(transfers.resume, { params: { id } });
  if (status === 'completed_with_errors' || status === 'failed') await who.call(transfers.retry, { params: { id } });
}

async function settle(who: TestPerson, id: string): Promise<Transfer> {
  await makeDue(who, id);
  return workUntilSettled(app, who, id);
}

async function check(
  { from, to }: World,
  who: TestPerson,
  transfer: Transfer,
  story: Story,
  before: ReadonlyMap<string, string>,
  { to: account, label }: { to: string; label: string },
): Promise<void> {
  expect(transfer.status).toMatch(/^completed/);
  const items = (await itemsOf(who, transfer.id)).filter(({ kind }) => kind === 'file');
  const held = (await to.list([])).filter(({ kind }) => kind === 'file');
  const left = (await from.list([])).filter(({ kind }) => kind === 'file').map(({ path }) => path.join('/'));
  expect(items.length).toBe(given.length);
  // Nothing but what was there and what arrived, each once.
  const arrived = items.filter(({ outcome }) => outcome === 'transferred' || outcome === 'identical');
  const paths = new Set([...arrived.map(({ new_path }) => new_path!), ...before.keys()]);
  expect(held.map(({ path }) => path.join('/')).sort()).toEqual([...paths].sort());
  for (const { path, outcome, new_path, reason, hash } of items) {
    const { bytes } = given.find((one) => one.path.join('/') === path)!;
    const isThere = outcome === 'transferred' || outcome === 'identical';
    if (isThere) {
      expect(held.find((one) => one.path.join('/') === new_path)?.sha256).toBe(sha256(bytes));
      expect(hash).not.toBeNull();
    } else {
      expect(outcome).toBe(outcome === 'skipped' ? 'skipped' : 'failed');
      expect(reason).toMatch(/\w/);
    }
    // Missing at the source only if it arrived.
    if (story.mode === 'copy' || !isThere) expect(left).toContain(path);
    else if (from.slug !== 'webdav' && outcome === 'transferred' && reason === null) expect(left).not.toContain(path);
  }
  const counted = { processed: transfer.total, failed: items.filter(({ outcome }) => outcome === 'failed').length };
  expect(transfer).toMatchObject(counted);
  await expectCountersAgree(app, transfer.id);
  expect((await app.services.pool.query('select 1 from transfer_uploads')).rows).toEqual([]);
  // A moved document still has its label, also after a sync.
  await sync(app, who, account);
  const moved =
    story.mode === 'move' && from.slug !== 'webdav' ? items.filter((one) => one.outcome === 'transferred') : [];
  const { rows } = await app.services.pool.query<{ id: string }>(
    'select d.id from documents d join label_documents l on l.document_id = d.id where l.label_id = $1 and d.account_id = $2',
    [label, account],
  );
  const there = rows.map(({ id }) => id);
  for (const { document_id, reason } of moved.filter((one) => !one.reason?.startsWith('Copied')))
    expect({ there: there.includes(document_id!), reason }).toEqual({ there: true, reason });
}

const driveFaults = (fault: Disturbance['faults'][number]) => google.control.fail({ path: '/', ...fault });
const boxFaults = (fault: Disturbance['faults'][number]) => box.control.fail(fault);

/** Sets all faults of both sandboxes. */
const sandboxes = (from: 'drive' | 'dropbox', ends: Pick<World, 'from' | 'to'>): World => ({
  ...ends,
  fail: (at, fault) => ((at === 'from') === (from === 'drive') ? driveFaults : boxFaults)(fault),
  event(what) {
    if (what === 'expire uploads') {
      google.control.expireUploads();
      box.control.expireUploads();
    } else if (what === 'revoke') {
      google.control.revoke({ person: 'bruno' });
      box.control.revoke({ person: 'bruno' });
    } else {
      google.control.setLimit({ person: 'bruno', bytes: 1_000 });
      box.control.setLimit({ person: 'bruno', bytes: 1_000 });
    }
  },
  async mend(who) {
    google.control.clearFaults();
    box.control.clearFaults();
    google.control.setLimit({ person: 'bruno', bytes: null });
    box.control.setLimit({ person: 'bruno', bytes: 2 ** 40 });
    for (const account of (await who.call(sources.accounts)).data) {
      const isTarget = account.name.startsWith('bruno') && account.slug !== 'webdav';
      if (isTarget) await connectAccount(who, account.slug, 'bruno', account.id);
    }
  },
});

/** Each story sets the oddities of the clouds; `odd` is for those other than Dropbox. */
const every = (world: World, odd: (seed: string) => void = () => {}) =>
  fc.assert(
    fc.asyncProperty(stories(kills), (story) => {
      const seed = JSON.stringify(story);
      for (const person of ['ada', 'bruno'] as const) box.control.setOddities({ person, seed });
      odd(seed);
      return play(world, story);
    }),
    plan,
  );

describe('a randomly disturbed transfer brings or reports every item', { timeout: minutes * 60_000 }, () => {
  it('Google Drive to Dropbox', () =>
    every(sandboxes('drive', { from: drive(google, 'ada'), to: dropbox(box, 'bruno') })));

  it('Dropbox to Google Drive', () =>
    every(sandboxes('dropbox', { from: dropbox(box, 'ada'), to: drive(google, 'bruno') })));

  it('Google Drive to a bucket', async () => {
    const store = await startS3(s3Login);
    const { mend, ...ends } = sandboxes('drive', { from: drive(google, 'ada'), to: s3(store, 'to') });
    const world: World = {
      ...ends,
      fail: (at, fault) => (at === 'from' ? driveFaults(fault) : store.faults.add(fault)),
      event(what) {
        if (what === 'expire uploads') store.bucket.uploads.clear();
      },
      async mend(who) {
        store.faults.clear();
        await mend(who);
      },
    };
    const odd = (seed: string) => {
      store.bucket.quirks = oddStore(seed);
    };
    await every(world, odd).finally(store.stop);
  });

  it.skipIf(rclone === null)('Google Drive to a folder behind WebDAV, which reports no hashes', async () => {
    const folder = await serveFolder();
    const server = await startRclone(rclone!, folder.root);
    const ends = { from: drive(google, 'ada'), to: webdav(server, folder) };
    await every(sandboxes('drive', ends)).finally(async () => {
      await server.stop();
      await folder.stop();
    });
  });
});
