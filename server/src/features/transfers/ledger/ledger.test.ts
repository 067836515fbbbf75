import { contract } from '@sheaf/contract';
import { expect, it, vi } from 'vitest';
import { takeLease } from '../../../jobs/lease.ts';
import { expectCountersAgree } from '../testing/counters.ts';
import { driveToDropbox } from '../testing/drive-to-dropbox.ts';
import { findAnyTransfer, transferLease } from '../transfers.queries.ts';
import { Ledger } from './ledger.ts';

const { transfers } = contract;
const world = await driveToDropbox();

it('counts bytes in transit only during a run, and schedules retries by the clock of the database', async () => {
  const { app, me, accounts, files } = world;
  const { db, pool } = app.services;
  await files('a.txt');
  const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
  await pool.query(`update transfers set status = 'running' where id = $1`, [id]);
  await pool.query(
    `insert into transfer_items (transfer_id, number, remote_id, kind, path, name, revision, size)
     values ($1, 1, 'a', 'file', 'a.txt', 'a.txt', '1', 10)`,
    [id],
  );
  await pool.query('update transfers set total = 1, total_bytes = 10 where id = $1', [id]);
  const lease = (await takeLease(db, transferLease(id)))!;
  const sides = { from: {}, to: { account: { ownerId: me.id } } } as ConstructorParameters<typeof Ledger>[3];
  const ledger = new Ledger(app.services, (await findAnyTransfer(db, id))!, lease, sides, () => {});
  const bytes = async () => (await findAnyTransfer(db, id))!.bytes_under_way;

  ledger.underWay(1, 7);
  await ledger.beat();
  expect(await bytes()).toBe(7);
  await me.call(transfers.pause, { params: { id } });
  expect(await bytes()).toBe(0);
  await ledger.beat();
  expect(await bytes()).toBe(0);

  await pool.query(`update transfers set status = 'running' where id = $1`, [id]);
  // A worker whose clock is an hour ahead.
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
  await ledger.settled(1, { outcome: 'waiting', attempts: 1, retryInMs: 2_000 }).finally(() => vi.useRealTimers());
  const { rows } = await pool.query(
    `select next_try_at <= now() + interval '2 seconds' as soon from transfer_items where transfer_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ soon: true }]);
  expect(await bytes()).toBe(7);
  ledger.end();
  await ledger.beat();
  await expectCountersAgree(app, id);
});
