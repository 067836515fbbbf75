import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { accountLease } from '../features/sources/index.ts';
import { quietAccount } from '../testing/documents.ts';
import { person } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';
import { type Lease, LeaseLost, takeLease } from './lease.ts';

let id: string;
const app = await forThisFile(testApp());
beforeEach(async () => {
  id = await quietAccount(app, await person(app));
});

const take = async () => (await takeLease(app.services.db, accountLease(id)))!;
const rename = (lease: Lease, name: string) =>
  lease.write(async (tx) => {
    await tx.updateTable('source_accounts').set({ name }).where('id', '=', id).execute();
  });
const name = async () =>
  (await app.services.pool.query('select name from source_accounts where id = $1', [id])).rows[0].name;

it('lets only the newest holder write', async () => {
  const first = await take();
  await rename(first, 'by the first');
  const second = await take();
  await expect(rename(first, 'too late')).rejects.toThrow(LeaseLost);
  await rename(second, 'by the second');
  expect(await name()).toBe('by the second');
});

it('cannot be taken in the middle of a transaction of its holder', async () => {
  const first = await take();
  const order: string[] = [];
  let second: Promise<unknown>;
  await first.write(async (tx) => {
    second = take().then(() => order.push('taken'));
    await tx.updateTable('source_accounts').set({ name: 'first' }).where('id', '=', id).execute();
    order.push('written');
  });
  await second!;
  expect(order).toEqual(['written', 'taken']);
});

it('is read again only when a moment has passed since the last answer', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const first = await take();
    await take();
    await expect(first.confirm()).resolves.toBeUndefined();
    clock.mockReturnValue(61_000);
    await expect(first.confirm()).rejects.toThrow(LeaseLost);
  } finally {
    clock.mockRestore();
  }
});

it('cannot be taken on a deleted row, and a holder from before writes nothing more', async () => {
  const lease = await take();
  await app.services.pool.query('delete from source_accounts where id = $1', [id]);
  await expect(rename(lease, 'nobody')).rejects.toThrow(LeaseLost);
  expect(await takeLease(app.services.db, accountLease(id))).toBeNull();
});
