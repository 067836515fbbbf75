import { ConnectorError, type HttpClient } from '@sheaf/connectors';
import { contract } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { expectCountersAgree } from '../../testing/counters.ts';
import { driveToDropbox, paths } from '../../testing/drive-to-dropbox.ts';
import { itemsOf, sync, tryAgainLate } from '../../testing/driver.ts';
import { runTransfer } from '../run.ts';

const { transfers, documents } = contract;
const world = await driveToDropbox();
await tryAgainLate(world.app);

/** The same services with some failing requests. */
const failing = (fails: (about: string) => boolean, error: ConnectorError) => {
  const { services } = world.app;
  const http: HttpClient = {
    async send(request) {
      const about = `${request.method} ${request.url} ${JSON.stringify(request.headers)}`;
      if (fails(about)) throw error;
      return services.http.send(request);
    },
  };
  return { ...services, http };
};

async function listed(slug: string): Promise<string[]> {
  const { data } = await world.me.call(documents.list);
  return data
    .filter(({ source }) => source.slug === slug)
    .map(({ name }) => name)
    .sort();
}

async function expectListsToAgree(): Promise<void> {
  for (const account of Object.values(world.accounts)) await sync(world.app, world.me, account);
  expect(await listed('google-drive')).toEqual(await paths(world.from));
  expect(await listed('dropbox')).toEqual(await paths(world.to));
}

const outcomes = async (id: string) =>
  Object.fromEntries((await itemsOf(world.me, id)).map(({ path, outcome }) => [path, outcome]));

it('cleans up a canceled move although one original can’t be trashed at the moment', async () => {
  const { app, me, accounts, files, google, from, to } = world;
  const names = ['first.txt', 'never.txt', 'second.txt'];
  await files(...names);
  const { id } = (await me.call(transfers.create, { body: { ...accounts, mode: 'move', selection_type: 'all' } })).data;
  const isNever = (about: string) => about.includes('never.txt') && about.includes('/upload');
  const isTrashed = (about: string) => about.startsWith('PATCH');
  const notNow = new ConnectorError('corrupt', 'Not today.');
  const run = runTransfer.run(
    { transferId: id },
    failing((about) => isTrashed(about) || isNever(about), notNow),
    new AbortController().signal,
  );
  await run;
  expect(await paths(to)).toEqual(['first.txt', 'second.txt']);
  expect(await outcomes(id)).toEqual({ 'first.txt': 'waiting', 'never.txt': 'waiting', 'second.txt': 'waiting' });

  await me.call(transfers.cancel, { params: { id } });
  await app.services.pool.query('delete from graphile_worker._private_jobs');
  const first = google.control.find({ person: 'ada', name: 'first.txt' })!;
  const busy = new ConnectorError('unavailable', 'Busy.', { retryAfterMs: 3_600_000 });
  const services = failing((about) => isTrashed(about) && about.includes(first), busy);
  await runTransfer.run({ transferId: id }, services, new AbortController().signal);
  expect(await outcomes(id)).toEqual({ 'first.txt': 'waiting', 'never.txt': 'cancelled', 'second.txt': 'transferred' });
  expect(await paths(from)).toEqual(['first.txt', 'never.txt']);
  await expectCountersAgree(app, id);
  await expectListsToAgree();

  await app.services.pool.query(`update transfer_items set next_try_at = now() where next_try_at is not null`);
  await runTransfer.run({ transferId: id }, app.services, new AbortController().signal);
  expect(await outcomes(id)).toMatchObject({ 'first.txt': 'transferred' });
  expect(await paths(from)).toEqual(['never.txt']);
  await expectCountersAgree(app, id);
  await expectListsToAgree();
});
