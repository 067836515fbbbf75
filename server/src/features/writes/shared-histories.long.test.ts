import { startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { person } from '../../testing/people.ts';
import type { EditableCloud } from '../sync/testing/cloud.ts';
import { replayPlan } from '../sync/testing/histories.ts';
import { withOauthApps } from '../sync/testing/oauth-apps.ts';
import { boxCloud, dropboxCloud } from '../sync/testing/path-clouds.ts';
import { s3Cloud, s3Login } from '../sync/testing/s3-cloud.ts';
import { ShareCrew } from './testing/share-crew.ts';
import { sharedHistories } from './testing/write-histories.ts';
import { WritePlayer } from './testing/write-player.ts';

/** Random histories as in histories.long.test.ts, in which others write too, as far as shares currently allow it. */
const plan = replayPlan(10);
const minutes = 30;

const { app, dropbox, box } = await withOauthApps(['dropbox', 'box'], { pageSize: 5, losesAnswers: true });
const store = await forThisFile(startS3(s3Login));

const clouds: [string, () => EditableCloud][] = [
  ['Dropbox', () => dropboxCloud(dropbox, '')],
  ['Box', () => boxCloud(box, '')],
  ['a bucket', () => s3Cloud(store, '')],
];

describe('sharing lets people write exactly where they may edit, and see exactly what is shared with them', {
  timeout: minutes * 60_000,
}, () => {
  it.each(clouds)('%s', (_, open) =>
    fc.assert(
      fc.asyncProperty(sharedHistories(30), async (history) => {
        const owner = await person(app);
        await WritePlayer.play(app, open(), owner, history, await ShareCrew.of(app, owner));
      }),
      plan,
    ),
  );
});
