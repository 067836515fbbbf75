import { contract } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { takeLease } from '../../../jobs/lease.ts';
import { addDocuments } from '../../../testing/documents.ts';
import { driveToDropbox } from '../testing/drive-to-dropbox.ts';
import { findAnyTransfer, transferLease } from '../transfers.queries.ts';
import { plan } from './plan.ts';
import type { Run } from './run-context.ts';

const world = await driveToDropbox();
const count = 1_200;

async function planned(): Promise<string> {
  const { app, me, accounts } = world;
  const { services } = app;
  const body = { ...accounts, mode: 'copy' as const, selection_type: 'synced' as const };
  const { id } = (await me.call(contract.transfers.create, { body })).data;
  await services.pool.query(`update transfers set status = 'running' where id = $1`, [id]);
  const transfer = (await findAnyTransfer(services.db, id))!;
  const lease = (await takeLease(services.db, transferLease(id)))!;
  const run = { services, transfer, lease, signal: new AbortController().signal } as Run;
  expect(await plan(run, Number.POSITIVE_INFINITY)).toBe('planned');
  return id;
}

it('updates PostgreSQL’s statistics as soon as a large transfer is planned, even after others', async () => {
  const { app, me, accounts } = world;
  const files = Array.from({ length: count }, (_, n) => ({ name: `file ${n}.txt` }));
  await addDocuments(app, me, accounts.from_account_id, files);
  await planned();
  const id = await planned();
  const { rows } = await app.services.pool.query(
    `explain (format json) select 1 from transfer_items where transfer_id = '${id}'`,
  );
  const expected = rows[0]['QUERY PLAN'][0].Plan['Plan Rows'];
  expect(expected).toBeGreaterThan(count / 2);
  expect(expected).toBeLessThan(count * 2);
});
