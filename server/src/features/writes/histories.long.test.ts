import { startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { person } from '../../testing/people.ts';
import type { EditableCloud } from '../sync/testing/cloud.ts';
import { driveCloud } from '../sync/testing/drive-cloud.ts';
import { replayPlan } from '../sync/testing/histories.ts';
import { withOauthApps } from '../sync/testing/oauth-apps.ts';
import { boxCloud, dropboxCloud, graphCloud } from '../sync/testing/path-clouds.ts';
import { s3Cloud, s3Login } from '../sync/testing/s3-cloud.ts';
import { writeHistories } from './testing/write-histories.ts';
import { WritePlayer } from './testing/write-player.ts';

/** Random histories: people change things here and at the cloud, with syncs, faults and kills in between. */
const plan = replayPlan(10);
const minutes = 30;

const { app, google, dropbox, box, graph } = await withOauthApps(['google', 'dropbox', 'box', 'graph'], {
  pageSize: 5,
  losesAnswers: true,
});
const store = await forThisFile(startS3(s3Login));

const clouds: [string, () => EditableCloud][] = [
  ['Dropbox', () => dropboxCloud(dropbox, '')],
  ['Google Drive', () => driveCloud(google, '')],
  ['Box', () => boxCloud(box, '')],
  ['OneDrive', () => graphCloud(graph, 'ada', '')],
  ['a bucket', () => s3Cloud(store, '')],
];

describe('an account changed here and at the cloud ends equal on both sides', { timeout: minutes * 60_000 }, () => {
  it.each(clouds)('%s', (_, open) =>
    fc.assert(
      fc.asyncProperty(writeHistories(20), async (history) =>
        WritePlayer.play(app, open(), await person(app), history),
      ),
      plan,
    ),
  );
});
