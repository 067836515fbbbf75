import { provide, serveFolder, startRclone, startS3 } from '@sheaf/sandbox';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import type { EditableCloud } from '../testing/cloud.ts';
import { driveCloud } from '../testing/drive-cloud.ts';
import { folderCloud } from '../testing/folder-cloud.ts';
import { type History, histories, passedBy, replayPlan, undisturbed } from '../testing/histories.ts';
import { withOauthApps } from '../testing/oauth-apps.ts';
import { boxCloud, dropboxCloud, graphCloud } from '../testing/path-clouds.ts';
import { Player } from '../testing/player.ts';
import { s3Cloud, s3Login } from '../testing/s3-cloud.ts';

/**
 * Random histories: edits at the cloud, also in the middle of runs; runs that meet faults or are killed at a random
 * statement. After one undisturbed run, the documents are exactly those of the cloud.
 */
const plan = replayPlan(6);
const minutes = 30;

const rclone = provide('rclone');
// Pages are small, so that few files fill many.
const { app, google, dropbox, box, graph } = await withOauthApps(['google', 'dropbox', 'box', 'graph'], {
  pageSize: 5,
  losesAnswers: true,
});

async function play(cloud: EditableCloud, { before, rounds }: History): Promise<void> {
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

describe('any history ends with exactly what the cloud has', { timeout: minutes * 60_000 }, () => {
  it('Google Drive', () => every((history) => play(driveCloud(google, JSON.stringify(history.before)), history)));

  it('Dropbox', () => every((history) => play(dropboxCloud(dropbox, JSON.stringify(history.before)), history)));

  it('Box', () => every((history) => play(boxCloud(box, JSON.stringify(history.before)), history)));

  it('OneDrive, personal and business', () =>
    every((history) =>
      play(graphCloud(graph, history.before.length % 2 ? 'ada' : 'bruno', JSON.stringify(history.before)), history),
    ));

  it('a bucket', async () => {
    const store = await startS3(s3Login);
    await every((history) => play(s3Cloud(store, JSON.stringify(history.before)), history)).finally(store.stop);
  });

  it.skipIf(rclone === null)('a folder behind WebDAV', async () => {
    const folder = await serveFolder();
    const server = await startRclone(rclone!, folder.root);
    await every((history) => play(folderCloud(server, folder), history), passedBy).finally(async () => {
      await server.stop();
      await folder.stop();
    });
  });
});
