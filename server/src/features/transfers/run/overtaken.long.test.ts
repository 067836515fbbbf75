import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ConnectorError, type HttpRequest } from '@sheaf/connectors';
import { contract } from '@sheaf/contract';
import { type GoogleSandbox, provide, type ServedFolder, serveFolder, startGoogle, startRclone } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LeaseLost, takeLease } from '../../../jobs/lease.ts';
import type { Services } from '../../../services.ts';
import { killableServices } from '../../../testing/killable-services.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { statementsDuring } from '../../../testing/statements.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { drive, type TestCloud, webdav } from '../testing/clouds.ts';
import { itemsOf, sync } from '../testing/driver.ts';
import { transferLease } from '../transfers.queries.ts';
import { runTransfer } from './run.ts';

const rclone = provide('rclone');
const { transfers } = contract;
const given = [
  { path: ['large.bin'], bytes: Buffer.alloc(9 * 1024 * 1024, 'large') },
  ...Array.from({ length: 9 }, (_, n) => ({ path: [`${n}.txt`], bytes: Buffer.alloc(4_000 + n, `file ${n}`) })),
];
/** Makes the clock jump further than a worker trusts its last check of the lease. */
let clockAheadMs = 0;
const leaseNoLongerTrusted = () => {
  clockAheadMs += 1_100;
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const expected = given.map(({ path, bytes }) => `${path.join('/')} ${sha256(bytes)}`).sort();

/** The first worker freezes at its nth call to a cloud while another takes the transfer over; then it continues. */
describe.skipIf(rclone === null)('a transfer that another worker has taken over', () => {
  let app: TestApp;
  let google: GoogleSandbox;
  let folder: ServedFolder;
  let from: TestCloud;
  let to: TestCloud;
  const stops: (() => Promise<void>)[] = [];
  const realNow = performance.now.bind(performance);
  beforeAll(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() + clockAheadMs);
    google = await startGoogle({ samples: false });
    folder = await serveFolder();
    const dav = await startRclone(rclone!, folder.root);
    app = await testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google });
    stops.push(app.close, dav.stop, folder.stop, google.stop);
    [from, to] = [drive(google, 'ada'), webdav(dav, folder)];
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    for (const stop of stops) await stop();
  });

  const never = new AbortController().signal;
  async function begin(asked = { to, files: given }) {
    await from.clear();
    await asked.to.clear();
    for (const { path, bytes } of asked.files) await from.write(path, bytes);
    const who = await person(app);
    const accounts = { from_account_id: await from.connect(who), to_account_id: await asked.to.connect(who) };
    await sync(app, who, accounts.from_account_id);
    const body = { ...accounts, mode: 'copy' as const, selection_type: 'all' as const };
    return { who, id: (await who.call(transfers.create, { body })).data.id };
  }
  /**
   * Runs the other worker like its queue: a file still locked by an upload in progress is retried two seconds later.
   */
  async function runToEnd(who: TestPerson, id: string): Promise<void> {
    for (;;) {
      await runTransfer.run({ transferId: id }, app.services, never);
      if ((await who.call(transfers.get, { params: { id } })).data.status !== 'running') return;
      await wait(100);
    }
  }
  /** The second worker starts once the first was overtaken; both run to their ends. */
  async function runBoth(
    who: TestPerson,
    id: string,
    first: Services,
    takeover: () => Promise<unknown> | undefined,
  ): Promise<void> {
    const outcome = runTransfer.run({ transferId: id }, first, never).catch((error) => error);
    await expect.poll(() => takeover() !== undefined).toBe(true);
    await takeover();
    await runToEnd(who, id);
    expect(await outcome).toBeInstanceOf(LeaseLost);
  }
  const atDestination = async () =>
    (await to.list([])).map(({ path, sha256: hash }) => `${path.join('/')} ${hash}`).sort();

  it.each([3, 14, 26])('writes nothing after its call %i', async (frozenAt) => {
    const { who, id } = await begin();
    let takeover: Promise<unknown> | undefined;
    const freeze = async (nth: number) => {
      if (nth < frozenAt) return;
      takeover ??= takeLease(app.services.db, transferLease(id)).then(leaseNoLongerTrusted);
      await takeover;
    };
    const first = killableServices(app.services, null, freeze, { usualTimeouts: true });
    await runBoth(who, id, first.services, () => takeover);
    await first.end();

    expect(await atDestination()).toEqual(expected);
    const bytes = given.reduce((sum, file) => sum + file.bytes.length, 0);
    const transfer = (await who.call(transfers.get, { params: { id } })).data;
    expect(transfer).toMatchObject({ status: 'completed', processed: given.length, failed: 0, bytes });
    expect((await itemsOf(who, id)).map(({ outcome }) => outcome)).toEqual(given.map(() => 'transferred'));
    const { rows } = await app.services.pool.query(
      'select sum(u.bytes)::bigint as bytes from transfer_usage u join transfers t on t.organization_id = u.organization_id where t.id = $1',
      [id],
    );
    expect(rows).toEqual([{ bytes }]);
  });

  it.each([1, 5, 10])(
    'removes what its upload %i leaves at the destination once everything is done',
    async (frozenAt) => {
      const { who, id } = await begin();
      let others: Promise<void> | undefined;
      let uploads = 0;
      const freeze = async (_nth: number, { method }: { method?: string }) => {
        if (method === 'PUT') uploads++;
        if (uploads < frozenAt) return;
        others ??= runToEnd(who, id).then(leaseNoLongerTrusted);
        await others;
      };
      const first = killableServices(app.services, null, freeze, { usualTimeouts: true });
      const outcome = await runTransfer.run({ transferId: id }, first.services, never).catch((error) => error);
      expect(outcome).toBeInstanceOf(LeaseLost);
      await first.end();

      expect(await atDestination()).toEqual(expected);
      const transfer = (await who.call(transfers.get, { params: { id } })).data;
      expect(transfer).toMatchObject({ status: 'completed', processed: given.length, failed: 0 });
    },
  );

  it('doesn’t repeat an upload that failed meanwhile', async () => {
    const { who, id } = await begin();
    let takeover: Promise<unknown> | undefined;
    let isTaken = false;
    const repeated: unknown[] = [];
    const freeze = async (_nth: number, { method, url }: { method?: string; url: string | URL }) => {
      if (method !== 'PUT') return;
      if (isTaken) repeated.push(url);
      takeover ??= takeLease(app.services.db, transferLease(id)).then(leaseNoLongerTrusted);
      await takeover;
      isTaken = true;
      throw new ConnectorError('unavailable', 'The connection was cut');
    };
    const first = killableServices(app.services, null, freeze, { usualTimeouts: true });
    await runBoth(who, id, first.services, () => takeover);
    expect(repeated).toEqual([]);
    await first.end();
  });

  it('leaves a file alone that the other worker is about to record', async () => {
    const to = drive(google, 'bruno');
    const { who, id } = await begin({ to, files: given.slice(1, 2) });
    const { services } = app;
    const original = google.control.find({ person: 'ada', name: '0.txt' })!;
    const { promise: found, resolve: isFound } = Promise.withResolvers<void>();
    const { promise: looked, resolve: hasLooked } = Promise.withResolvers<void>();
    let others: Promise<void> | undefined;
    const watched = (see: (request: HttpRequest) => Promise<void>): Services => ({
      ...services,
      http: {
        async send(request) {
          const answer = await services.http.send(request);
          await see(request);
          return answer;
        },
      },
    });
    // Has seen that the file is complete, and waits until the first worker has checked whether it is recorded.
    const second = watched(async ({ method = 'GET', url }) => {
      if (method !== 'GET' || !/\/drive\/v3\/files\/(?!root)\w/.test(url) || url.includes(original)) return;
      isFound();
      await looked;
    });
    const first = watched(async ({ method }) => {
      if (method !== 'PUT') return;
      others ??= runTransfer.run({ transferId: id }, second, never);
      await found;
      leaseNoLongerTrusted();
    });
    const both = async () => {
      await expect(runTransfer.run({ transferId: id }, first, never)).rejects.toBeInstanceOf(LeaseLost);
      await others;
    };
    await statementsDuring(services.pool, both, (text) => text.includes('new_remote_id as keep') && hasLooked());
    expect((await to.list([])).map(({ path }) => path.join('/'))).toEqual(['0.txt']);
    const transfer = (await who.call(transfers.get, { params: { id } })).data;
    expect(transfer).toMatchObject({ status: 'completed', processed: 1, failed: 0 });
  });
});
