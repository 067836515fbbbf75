import { startBox, startDropbox, startGoogle, startGraph, startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { boxCloud } from '../sync/testing/box-cloud.ts';
import type { TestCloud } from '../sync/testing/cloud.ts';
import { driveCloud } from '../sync/testing/drive-cloud.ts';
import { dropboxCloud } from '../sync/testing/dropbox-cloud.ts';
import { graphCloud } from '../sync/testing/graph-cloud.ts';
import { replayPlan } from '../sync/testing/replay.ts';
import { s3Cloud, s3Login } from '../sync/testing/s3-cloud.ts';
import { writeHistories } from './testing/write-histories.ts';
import { WritePlayer } from './testing/write-player.ts';

/** Random histories: people change things here and at the cloud, with syncs, faults and kills between. */
const plan = replayPlan(10);
const minutes = 30;

const small = { samples: false, pageSize: 5 };
const google = await forThisFile(startGoogle(small));
const dropbox = await forThisFile(startDropbox(small));
const box = await forThisFile(startBox(small));
const graph = await forThisFile(startGraph(small));
const store = await forThisFile(startS3(s3Login));
// Faults also lose answers to refreshes: with a provider that refuses a used token, these cost the account.
box.control.setUsedRefresh({ brings: 'same-answer' });
const app = await forThisFile(
  testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google, dropbox, box, onedrive: graph }),
);

const clouds: [string, () => TestCloud][] = [
  ['Dropbox', () => dropboxCloud(dropbox, '')],
  ['Google Drive', () => driveCloud(google, '')],
  ['Box', () => boxCloud(box, '')],
  ['OneDrive', () => graphCloud(graph, 'ada', '')],
  ['a bucket', () => s3Cloud(store, '')],
];

describe('what people change here and at the cloud ends equal on both sides', () => {
  it.each(clouds)(
    '%s',
    (_, open) =>
      fc.assert(
        fc.asyncProperty(writeHistories(20), async (history) =>
          WritePlayer.play(app, open(), await person(app), history),
        ),
        plan,
      ),
    minutes * 60_000,
  );
});
