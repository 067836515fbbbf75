import { startDropbox } from '@sheaf/sandbox';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { dropboxCloud } from '../sync/testing/dropbox-cloud.ts';
import { writeHistories } from './testing/write-histories.ts';
import { WritePlayer } from './testing/write-player.ts';

let app: TestApp;
let dropbox: Awaited<ReturnType<typeof startDropbox>>;
beforeAll(async () => {
  dropbox = await startDropbox({ samples: false, pageSize: 5 });
  app = await testApp({}, { dropbox });
});
afterAll(async () => {
  await app.close();
  await dropbox.stop();
});

it('what people change here and at Dropbox ends equal on both sides, whatever happens between', () =>
  fc.assert(
    fc.asyncProperty(writeHistories(8), async (history) =>
      WritePlayer.play(app, dropboxCloud(dropbox, ''), await person(app), history),
    ),
    { numRuns: 3, endOnFailure: true },
  ));
