import { documents } from '@sheaf/contract';
import { type DropboxSandbox, type GoogleSandbox, startDropbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { drive, dropbox, type TestCloud } from './clouds.ts';
import { sync, workUntilSettled } from './driver.ts';

export const text = (words: string) => Buffer.from(words);
export const paths = async (cloud: TestCloud) => (await cloud.list([])).map(({ path }) => path.join('/')).sort();

interface World {
  app: TestApp;
  google: GoogleSandbox;
  box: DropboxSandbox;
  from: TestCloud;
  to: TestCloud;
  me: TestPerson;
  accounts: { from_account_id: string; to_account_id: string };
  /** Puts files into the Drive, each with words of its own, and syncs it. */
  files(...names: string[]): Promise<void>;
  idOf(name: string): Promise<string>;
  /** Resumes a transfer until it ends or waits. */
  again(id: string): ReturnType<typeof workUntilSettled>;
}

/** An empty Drive and an empty Dropbox for each test, both connected by a new person. They are set when a test runs. */
export async function driveToDropbox(): Promise<World> {
  const google = await forThisFile(startGoogle({ samples: false }));
  const box = await forThisFile(startDropbox({ samples: false }));
  const app = await forThisFile(testApp({}, { 'google-drive': google, dropbox: box }));
  const world = {
    app,
    google,
    box,
    async files(...names) {
      for (const name of names) await world.from.write([name], text(`I am ${name}`));
      await sync(app, world.me, world.accounts.from_account_id);
    },
    async idOf(name) {
      const { data } = await world.me.call(documents.list, { query: { search: name } });
      return data.find((one) => one.name === name)!.id;
    },
    again: (id) => workUntilSettled(app, world.me, id),
  } as World;
  beforeEach(async () => {
    const [from, to] = [drive(google, 'ada'), dropbox(box, 'ada')];
    await from.clear();
    await to.clear();
    const me = await person(app);
    const accounts = { from_account_id: await from.connect(me), to_account_id: await to.connect(me) };
    Object.assign(world, { from, to, me, accounts });
  });
  afterEach(() => {
    google.control.clearFaults();
    box.control.clearFaults();
    box.control.setLimit({ person: 'ada', bytes: 2 ** 40 });
  });
  return world;
}
