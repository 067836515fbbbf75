import { createHash } from 'node:crypto';
import { contract } from '@sheaf/contract';
import {
  type GoogleSandbox,
  provide,
  type ServedFolder,
  type SftpServer,
  serveFolder,
  startGoogle,
  startOpenssh,
} from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { drive, sftp, type TestCloud } from '../testing/clouds.ts';
import { sync } from '../testing/driver.ts';

const sshd = provide('sshd');
const { transfers } = contract;
const count = 24;
const given = Array.from({ length: count }, (_, n) => ({
  path: [`file ${n}.bin`],
  bytes: Buffer.alloc(300_000 + n, `file ${n}`),
}));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Two real workers, one of them stopped for longer than its lease lasts, in the middle of a transfer. */
describe.skipIf(sshd === null)('a worker that is frozen while it copies files', () => {
  let app: TestApp;
  let google: GoogleSandbox;
  let folder: ServedFolder;
  let server: SftpServer & { stop(): Promise<void> };
  let [from, to]: TestCloud[] = [];
  const workers: WorkerProcess[] = [];
  beforeAll(async () => {
    folder = await serveFolder();
    [google, server] = await Promise.all([startGoogle({ samples: false }), startOpenssh(sshd!)]);
    app = await testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google });
    [from, to] = [drive(google, 'ada'), sftp(server, folder)];
  });
  afterAll(async () => {
    for (const worker of workers) {
      worker.thaw();
      await worker.stop();
    }
    await app.close();
    await Promise.all([google.stop(), server.stop()]);
    await folder.stop();
  });

  it('leaves nothing behind, and counts every byte once', async () => {
    for (const { path, bytes } of given) await from!.write(path, bytes);
    const who = await person(app);
    const accounts = { from_account_id: await from!.connect(who), to_account_id: await to!.connect(who) };
    await sync(app, who, accounts.from_account_id);
    const body = { ...accounts, mode: 'copy' as const, selection_type: 'all' as const };
    const { id } = (await who.call(transfers.create, { body })).data;
    const transfer = async () => (await who.call(transfers.get, { params: { id } })).data;
    const start = async () => {
      const env = { WORKER_LOST_AFTER: '10', SHEAF_ALLOW_PRIVATE_NETWORKS: 'true' };
      const worker = await startWorkerProcess(app, { 'google-drive': google }, env);
      workers.push(worker);
      return worker;
    };

    // So slow that uploads of the second half are in progress when some of the first half are finished.
    for (const { path } of given.slice(count / 2)) {
      const file = google.control.find({ person: 'ada', name: path[0]! });
      google.control.fail({ path: `/drive/v3/files/${file}`, times: 1_000, action: { kind: 'delay', ms: 2_000 } });
    }
    const first = await start();
    await expect.poll(async () => (await transfer()).processed).toBeGreaterThan(0);
    const open = () => app.services.pool.query('select number from transfer_uploads where transfer_id = $1', [id]);
    await expect.poll(async () => (await open()).rowCount).toBeGreaterThan(0);
    first.freeze();
    await first.seemLost();
    google.control.clearFaults();
    expect((await transfer()).processed).toBeLessThan(count);
    await start();
    await expect.poll(async () => (await transfer()).status).toBe('completed');
    first.thaw();
    await expect.poll(() => first.output()).toMatch(/Failed task \d+ \(transfers\.run,/);

    const held = await to!.list([]);
    expect(held.map(({ path }) => path.join('/')).sort()).toEqual(given.map(({ path }) => path.join('/')).sort());
    for (const { path, bytes } of given)
      expect(held.find((file) => file.path.join('/') === path.join('/'))!.sha256).toBe(sha256(bytes));
    const bytes = given.reduce((sum, file) => sum + file.bytes.length, 0);
    expect(await transfer()).toMatchObject({ total: count, processed: count, failed: 0, bytes, total_bytes: bytes });
    expect(first.hasEnded()).toBe(false);
  }, 240_000);
});
