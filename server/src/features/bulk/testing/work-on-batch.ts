import { type BulkBatch, contract } from '@sheaf/contract';
import type { TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const maxLooks = 20;

/** Works until the batch and its transfers have ended, without waiting between its checks of the transfers. */
export async function workOnBatch(app: TestApp, who: TestPerson, id: string): Promise<BulkBatch> {
  for (let look = 0; look < maxLooks; look++) {
    await app.work();
    const { rowCount } = await app.services.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where key = $1`,
      [`bulk follow ${id}`],
    );
    if (rowCount === 0) break;
  }
  return (await who.call(contract.bulk.get, { params: { id } })).data;
}
