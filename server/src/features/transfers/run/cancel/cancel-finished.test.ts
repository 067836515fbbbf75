import type { HttpClient } from '@sheaf/connectors';
import { contract } from '@sheaf/contract';
import { startBox, startDropbox, startGoogle, startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { testApp } from '../../../../testing/test-app.ts';
import { box, drive, dropbox, onedrive, type TestCloud } from '../../testing/clouds.ts';
import { expectCountersAgree } from '../../testing/counters.ts';
import { itemsOf, sync } from '../../testing/driver.ts';
import { runTransfer } from '../run.ts';

/** At some clouds the last byte makes the file without a further call: a canceled transfer must not remove it. */

const { documents, transfers } = contract;

const ends = new Map<string, TestCloud>();
const empty = { samples: false };
const [inDropbox, inGoogle, inGraph, inBox] = await Promise.all([
  forThisFile(startDropbox(empty)),
  forThisFile(startGoogle(empty)),
  forThisFile(startGraph(empty)),
  forThisFile(startBox(empty)),
]);
const app = await forThisFile(
  testApp({}, { dropbox: inDropbox, 'google-drive': inGoogle, onedrive: inGraph, box: inBox }),
);
const from = dropbox(inDropbox, 'ada');
for (const cloud of [drive(inGoogle, 'bruno'), onedrive(inGraph, 'bruno'), box(inBox, 'bruno')])
  ends.set(cloud.slug, cloud);
await from.write(['finished.txt'], Buffer.from('I am finished'));

/** Ends the worker with the answer to the request that made the file. */
async function runUntilThere(id: string, to: TestCloud): Promise<void> {
  const { http } = app.services;
  const ended = new AbortController();
  const watched: HttpClient = {
    async send(request) {
      const answer = await http.send(request);
      if ((await to.list([])).length > 0) ended.abort();
      return answer;
    },
  };
  await expect(runTransfer.run({ transferId: id }, { ...app.services, http: watched }, ended.signal)).rejects.toThrow(
    'abort',
  );
}

it.each(['google-drive', 'onedrive', 'box'])(
  'keeps a file that had arrived at %s when the transfer was canceled',
  async (slug) => {
    const to = ends.get(slug)!;
    const me = await person(app);
    const accounts = { from_account_id: await from.connect(me), to_account_id: await to.connect(me) };
    await sync(app, me, accounts.from_account_id);
    const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
    await runUntilThere(id, to);
    await me.call(transfers.cancel, { params: { id } });
    await app.work();
    expect((await to.list([])).map(({ path }) => path.join('/'))).toEqual(['finished.txt']);
    expect(await itemsOf(me, id)).toMatchObject([{ outcome: 'transferred', new_path: 'finished.txt', reason: null }]);
    const { data } = await me.call(documents.list, { query: { account_id: accounts.to_account_id } });
    expect(data.map(({ name }) => name)).toEqual(['finished.txt']);
    await expectCountersAgree(app, id);
  },
);
