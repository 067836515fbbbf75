import { startBox, startDropbox, startGoogle, startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const starts = { google: startGoogle, dropbox: startDropbox, box: startBox, graph: startGraph };
type Name = keyof typeof starts;
type Sandboxes = { [One in Name]: Awaited<ReturnType<(typeof starts)[One]>> };

interface Options {
  /** The number of entries on a page. */
  pageSize?: number;
  /** Loses answers to refreshes; with a provider that rejects used tokens, these disconnect the account. */
  losesAnswers?: true;
}

/** The app with these OAuth clouds that hold files, for this test file. */
export async function withOauthApps<One extends Name>(
  names: readonly One[],
  { pageSize, losesAnswers }: Options = {},
): Promise<{ app: TestApp } & Pick<Sandboxes, One>> {
  const empty = { samples: false, ...(pageSize && { pageSize }) };
  const started: Partial<Sandboxes> = {};
  const needs = new Set<Name>(names);
  if (needs.has('google')) started.google = await forThisFile(startGoogle(empty));
  if (needs.has('dropbox')) started.dropbox = await forThisFile(startDropbox(empty));
  if (needs.has('box')) started.box = await forThisFile(startBox(empty));
  if (needs.has('graph')) started.graph = await forThisFile(startGraph(empty));
  const { google, dropbox, box, graph } = started;
  if (losesAnswers) box?.control.setUsedRefresh({ brings: 'same-answer' });
  const app = await forThisFile(
    testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google, dropbox, box, onedrive: graph }),
  );
  return { app, ...(started as Pick<Sandboxes, One>) };
}
