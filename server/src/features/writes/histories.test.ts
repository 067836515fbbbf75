import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { it } from 'vitest';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { dropboxCloud } from '../sync/testing/path-clouds.ts';
import { writeHistories } from './testing/write-histories.ts';
import { WritePlayer } from './testing/write-player.ts';

const dropbox = await forThisFile(startDropbox({ samples: false, pageSize: 5 }));
const app = await forThisFile(testApp({}, { dropbox }));

it('ends equal on both sides, whatever people change here and at Dropbox', () =>
  fc.assert(
    fc.asyncProperty(writeHistories(8), async (history) =>
      WritePlayer.play(app, dropboxCloud(dropbox, ''), await person(app), history),
    ),
    { numRuns: 3, endOnFailure: true },
  ));
