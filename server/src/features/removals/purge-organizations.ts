import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { deleteEventBatch } from '../audit/index.ts';
import { discardImage } from '../images/index.ts';
import { deleteBytesSoon, eraseOrganization, lockExpired } from '../organizations/index.ts';
import { findRemoved, markRemoved } from '../sources/index.ts';
import { deleteBlobBatch } from '../storage/index.ts';
import { atOnce, clearAccount } from './clear-account.ts';
import { clearOwned } from './departures.ts';

/** Fewer, because each content's text, with any number of passages, is deleted with it. */
const blobsAtOnce = 100;

/** Hourly: deletes workspaces whose time to be restored is over, a batch in each transaction. */
export const purgeOrganizations = onSlicedJob(
  jobType<object>('organizations.purge'),
  ({ db }) =>
    db.transaction().execute(async (tx) => {
      const organization = await lockExpired(tx);
      if (!organization) return false;
      const { id } = organization;
      if (await clearSome(tx, id)) return true;
      await eraseOrganization(tx, id);
      await discardImage(tx, organization.logo_key);
      await deleteBytesSoon(tx, id);
      return true;
    }),
  '41 * * * *',
);

async function clearSome(tx: Executor, organizationId: string): Promise<boolean> {
  await markRemoved(tx, sql`organization_id = ${organizationId}`);
  const accountId = await findRemoved(tx, { organizationId });
  if (accountId) {
    await clearAccount(tx, accountId);
    return true;
  }
  return (
    (await clearOwned(tx, { organizationId })) > 0 ||
    (await deleteBlobBatch(tx, organizationId, blobsAtOnce)) > 0 ||
    (await deleteEventBatch(tx, organizationId, atOnce)) > 0
  );
}
