import { startBox, startDropbox, startGoogle, startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { testApp } from '../../../testing/test-app.ts';

/** The app with everything that is connected by OAuth and has files, for this test file. Pages of `pageSize` entries. */
export async function withOauthApps(pageSize?: number) {
  const empty = { samples: false, ...(pageSize && { pageSize }) };
  const google = await forThisFile(startGoogle(empty));
  const dropbox = await forThisFile(startDropbox(empty));
  const box = await forThisFile(startBox(empty));
  const graph = await forThisFile(startGraph(empty));
  // Faults also lose answers to refreshes: with a provider that refuses a used token, these cost the account.
  box.control.setUsedRefresh({ brings: 'same-answer' });
  const app = await forThisFile(
    testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google, dropbox, box, onedrive: graph }),
  );
  return { app, google, dropbox, box, graph };
}
