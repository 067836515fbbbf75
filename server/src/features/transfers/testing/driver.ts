import { contract, type Transfer, type TransferItem, type TransferRequest } from '@sheaf/contract';
import type { TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const { sources, transfers } = contract;
type Asked = Pick<TransferRequest, 'from_account_id' | 'to_account_id'> & Partial<TransferRequest>;

const isOpen = ({ status }: Transfer) => status === 'pending' || status === 'running';

/** Makes everything due now that waits for a later time. */
const hurry = async ({ services }: TestApp) => {
  await services.pool.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
  await services.pool.query(`update transfer_items set next_try_at = null where next_try_at is not null`);
};

/**
 * From now on, failed items are retried in an hour instead of two seconds, which may be too short to check on a busy
 * machine.
 */
export async function tryAgainLate({ services }: TestApp): Promise<void> {
  await services.pool.query(`create function late() returns trigger language plpgsql as
    $$begin new.next_try_at := new.next_try_at + interval '1 hour'; return new; end$$`);
  await services.pool.query(`create trigger late before update on transfer_items for each row
    when (new.next_try_at > now() and new.attempts > old.attempts) execute function late()`);
}

/** Runs a transfer until it ends or waits for the person. */
export async function workUntilSettled(app: TestApp, who: TestPerson, id: string): Promise<Transfer> {
  for (let rounds = 0; ; rounds++) {
    await app.work();
    const transfer = (await who.call(transfers.get, { params: { id } })).data;
    if (!isOpen(transfer)) return transfer;
    if (rounds === 50) throw new Error(`It does not end: ${JSON.stringify(transfer)}`);
    await hurry(app);
  }
}

export async function transferAll(app: TestApp, who: TestPerson, asked: Asked): Promise<Transfer> {
  const body = { selection_type: 'all' as const, ...asked };
  const { id } = (await who.call(transfers.create, { body })).data;
  return workUntilSettled(app, who, id);
}

export async function itemsOf(who: TestPerson, id: string): Promise<TransferItem[]> {
  const all: TransferItem[] = [];
  for (let page = 1; ; page++) {
    const { data } = await who.call(transfers.items, { params: { id }, query: { per_page: 100, page } });
    all.push(...data);
    if (data.length < 100) return all;
  }
}

/** Syncs an account, so that its list equals the cloud. */
export async function sync(app: TestApp, who: TestPerson, id: string): Promise<void> {
  await who.call(sources.syncNow, { params: { id } });
  await app.work();
}
