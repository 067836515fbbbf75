import { provide, serveFolder, startDropbox, startGoogle, startRclone } from '@sheaf/sandbox';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import type { TestCloud } from './testing/cloud.ts';
import { driveCloud } from './testing/drive-cloud.ts';
import { dropboxCloud } from './testing/dropbox-cloud.ts';
import { folderCloud } from './testing/folder-cloud.ts';
import { type History, histories, passedBy, undisturbed } from './testing/histories.ts';
import { Player } from './testing/player.ts';

/**
 * Random histories: edits at the cloud, also in the middle of runs; runs that meet faults or are killed at a random
 * statement. After one undisturbed run, what is here is exactly what is there.
 *
 * A failure prints its seed and path: SYNC_SEED=… SYNC_PATH=… plays it again, SYNC_SHRINK=1 makes it shorter,
 * SYNC_RUNS=200 tries more.
 */
const { SYNC_SEED, SYNC_PATH, SYNC_RUNS, SYNC_SHRINK } = process.env;
const plan = {
  seed: SYNC_SEED ? Number(SYNC_SEED) : Date.now() % 1_000_000_000,
  ...(SYNC_PATH && { path: SYNC_PATH }),
  numRuns: Number(SYNC_RUNS ?? 6),
  endOnFailure: !SYNC_SHRINK,
};
const minutes = 30;

const rclone = provide('rclone');
let app: TestApp;
let google: Awaited<ReturnType<typeof startGoogle>>;
let dropbox: Awaited<ReturnType<typeof startDropbox>>;
beforeAll(async () => {
  // Pages are small, so that few files make many.
  const small = { samples: false, pageSize: 5 };
  [google, dropbox] = await Promise.all([startGoogle(small), startDropbox(small)]);
  app = await testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google, dropbox });
});
afterAll(async () => {
  await app.close();
  await Promise.all([google.stop(), dropbox.stop()]);
});

async function play(cloud: TestCloud, { before, rounds }: History): Promise<void> {
  await cloud.clear();
  for (const edit of before) await cloud.edit(edit);
  const who = await person(app);
  const player = new Player(app, cloud, who, await cloud.connect(who));
  for (const { edits, run } of rounds) {
    for (const edit of edits) await player.edit(edit);
    await player.run(run);
  }
  await player.run(undisturbed);
  await player.check();
}

/** `examples` are played first. */
const every = (check: (history: History) => Promise<void>, examples: [History][] = []) =>
  fc.assert(fc.asyncProperty(histories, check), { ...plan, examples, numRuns: plan.numRuns + examples.length });

describe('any history ends with exactly what the cloud has', () => {
  it('Google Drive', () => every((history) => play(driveCloud(google), history)), minutes * 60_000);

  it('Dropbox', () => every((history) => play(dropboxCloud(dropbox), history)), minutes * 60_000);

  it.skipIf(rclone === null)(
    'a folder behind WebDAV',
    async () => {
      const folder = await serveFolder();
      const server = await startRclone(rclone!, folder.root);
      await every((history) => play(folderCloud(server, folder), history), passedBy).finally(async () => {
        await server.stop();
        await folder.stop();
      });
    },
    minutes * 60_000,
  );
});
