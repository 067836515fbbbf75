import { ConnectorError, type HttpClient } from '@sheaf/connectors';
import { contract } from '@sheaf/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectCountersAgree } from '../../testing/counters.ts';
import { driveToDropbox, paths } from '../../testing/drive-to-dropbox.ts';
import { sync, tryAgainLate } from '../../testing/driver.ts';
import { runTransfer } from '../run.ts';

/**
 * A move that is canceled when one file is at both ends, one has arrived without being recorded, one waits for another
 * attempt, and more items than are read or written at a time come before them.
 */

const { transfers, documents, labels } = contract;
const world = await driveToDropbox();
await tryAgainLate(world.app);
const others = 10_500;
const names = ['both.txt', 'finished.txt', 'waits.txt'];

let id: string;
let idOfBoth: string;
let label: string;
beforeEach(async () => {
  const { app, me, accounts, files, idOf } = world;
  await files(...names);
  idOfBoth = await idOf('both.txt');
  label = (await me.call(labels.create, { body: { name: 'Mine', color: '#2f9e44' } })).data.id;
  for (const name of names)
    await me.call(documents.setLabels, { body: { document_id: await idOf(name), labels: [label] } });
  const body = { ...accounts, mode: 'move' as const, selection_type: 'all' as const };
  ({ id } = (await me.call(transfers.create, { body })).data);
  await app.services.pool.query(
    `insert into transfer_items (transfer_id, number, remote_id, kind, path, name, revision, size, next_try_at, reason)
     select $1, n, 'other ' || n, 'file', 'other ' || n, 'other ' || n, '1', 1, now() + interval '1 day', 'It did not work.'
     from generate_series(1, $2::int) n`,
    [id, others],
  );
  await runUntilFinishedIsThere();
});

/** Ends the worker when Dropbox has confirmed finished.txt, and the other two have failed once. */
async function runUntilFinishedIsThere(): Promise<void> {
  const { app, google } = world;
  const { http, pool } = app.services;
  const original = google.control.find({ person: 'ada', name: 'both.txt' })!;
  const ended = new AbortController();
  const haveFailed = async () => {
    const { rows } = await pool.query('select 1 from transfer_items where transfer_id = $1 and attempts = 1', [id]);
    return rows.length === 2;
  };
  const disturbed: HttpClient = {
    async send(request) {
      const about = `${request.method} ${request.url} ${JSON.stringify(request.headers)}`;
      if (about.startsWith('PATCH') && about.includes(original)) throw new ConnectorError('corrupt', 'No trash today.');
      if (about.includes('waits.txt') && about.includes('/upload')) throw new ConnectorError('corrupt', 'Not today.');
      const answer = await http.send(request);
      if (about.includes('finished.txt') && about.includes('/upload')) {
        await expect.poll(haveFailed).toBe(true);
        ended.abort();
      }
      return answer;
    },
  };
  const run = runTransfer.run({ transferId: id }, { ...app.services, http: disturbed }, ended.signal);
  await expect(run).rejects.toThrow('abort');
  expect(await paths(world.from)).toEqual(names);
  expect(await paths(world.to)).toEqual(['both.txt', 'finished.txt']);
}

async function cancel(): Promise<void> {
  await world.me.call(transfers.cancel, { params: { id } });
  await world.app.work();
}

const report = async () => {
  const items = await world.app.services.pool.query(
    'select path, new_path, outcome, reason from transfer_items where transfer_id = $1 order by number offset $2',
    [id, others],
  );
  return Object.fromEntries(items.rows.map(({ path, ...row }) => [path, row]));
};

/** Compares the documents of an account with the cloud, by name. */
async function expectListsToAgree(): Promise<void> {
  const { app, me, accounts, from, to } = world;
  const { data } = await me.call(documents.list);
  const listed = (slug: string) =>
    data
      .filter(({ source }) => source.slug === slug)
      .map(({ name }) => name)
      .sort();
  const compare = async () => {
    expect(listed('google-drive')).toEqual(await paths(from));
    expect(listed('dropbox')).toEqual(await paths(to));
  };
  await compare();
  await sync(app, me, accounts.from_account_id);
  await sync(app, me, accounts.to_account_id);
  await compare();
}
const labelled = async () =>
  (await world.me.call(documents.list, { query: { label_id: label } })).data
    .map(({ name, source }) => `${name} in ${source.slug}`)
    .sort();

describe('a canceled move', () => {
  it('ends what was started, and reports where every file is', async () => {
    const { app, from, to, me } = world;
    await cancel();
    expect(await paths(from)).toEqual(['finished.txt', 'waits.txt']);
    expect(await paths(to)).toEqual(['both.txt', 'finished.txt']);
    expect(await report()).toEqual({
      'both.txt': { outcome: 'transferred', new_path: 'both.txt', reason: null },
      'finished.txt': {
        outcome: 'transferred',
        new_path: 'finished.txt',
        reason: 'Copied before you canceled. The original stays.',
      },
      'waits.txt': { outcome: 'cancelled', new_path: null, reason: null },
    });
    const { rows } = await app.services.pool.query(
      'select outcome, reason, count(*)::int from transfer_items where transfer_id = $1 and number <= $2 group by 1, 2',
      [id, others],
    );
    expect(rows).toEqual([{ outcome: 'cancelled', reason: null, count: others }]);
    expect((await app.services.pool.query('select 1 from transfer_uploads')).rows).toEqual([]);
    await expectCountersAgree(app, id);
    await expectListsToAgree();
    expect(await labelled()).toEqual([
      'both.txt in dropbox',
      'finished.txt in google-drive',
      'waits.txt in google-drive',
    ]);
    expect((await me.call(documents.get, { params: { id: idOfBoth } })).data.source.slug).toBe('dropbox');
  });

  it('lists an original that can’t go to the trash as a document of its own', async () => {
    const { app, google, from, to } = world;
    const reason = 'insufficientFilePermissions';
    google.control.fail({ method: 'PATCH', times: 100, action: { kind: 'status', status: 403, reason } });
    await cancel();
    expect(await paths(from)).toEqual(names);
    expect(await paths(to)).toEqual(['both.txt', 'finished.txt']);
    expect((await report())['both.txt']).toEqual({
      outcome: 'transferred',
      new_path: 'both.txt',
      reason: 'Copied. The original couldn’t be moved to the trash.',
    });
    await expectCountersAgree(app, id);
    await expectListsToAgree();
    expect(await labelled()).toContain('both.txt in dropbox');
    expect(await labelled()).not.toContain('both.txt in google-drive');
  });

  it('reports what is unknown, and the next sync finds what stayed', async () => {
    const { app, me, accounts } = world;
    await me.call(transfers.cancel, { params: { id } });
    await clearUpWhile(new ConnectorError('corrupt', 'The answer makes no sense.'));
    expect(await report()).toMatchObject({
      'both.txt': { outcome: 'transferred', reason: 'Copied. The original couldn’t be moved to the trash.' },
      'finished.txt': {
        outcome: 'cancelled',
        reason: 'We couldn’t check whether it had arrived before you canceled.',
      },
      'waits.txt': { outcome: 'cancelled', new_path: null },
    });
    await expectCountersAgree(app, id);
    await sync(app, me, accounts.from_account_id);
    await sync(app, me, accounts.to_account_id);
    await expectListsToAgree();
  });

  it('is cleaned up later if a cloud is unavailable', async () => {
    const { app, me } = world;
    const { pool } = app.services;
    await me.call(transfers.cancel, { params: { id } });
    await pool.query('delete from graphile_worker._private_jobs');
    await clearUpWhile(new ConnectorError('rate_limited', 'Later.', { retryAfterMs: 3_600_000 }));
    expect((await report())['both.txt'].outcome).toBe('waiting');
    const { rows } = await pool.query(
      `select stalled, round(extract(epoch from j.run_at - now()) / 60)::int as minutes from transfers t
       join graphile_worker.jobs j on j.queue_name = 'transfer ' || t.id where t.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ stalled: 1, minutes: 1 }]);
  });
});

/** Answers only token requests. */
async function clearUpWhile(error: ConnectorError): Promise<void> {
  const { services } = world.app;
  const http: HttpClient = {
    async send(request) {
      if (/oauth|token/.test(request.url)) return services.http.send(request);
      throw error;
    },
  };
  await runTransfer.run({ transferId: id }, { ...services, http }, new AbortController().signal);
}
