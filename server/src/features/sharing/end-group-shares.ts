import { sql } from 'kysely';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { lockAccountsOf } from '../access/index.ts';
import { endShares } from './sharing.queries.ts';
import { startWalks } from './walks.ts';

/** Hourly: ends shares with groups that were deleted a day ago, one at a time. */
export const endSharesOfDeletedGroups = onSlicedJob(
  jobType<object>('sharing.end-shares-of-deleted-groups'),
  ({ db }) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ document_id: string; principal_id: string }>`select s.document_id, s.principal_id
        from document_shares s join groups g on g.id = s.group_id and g.organization_id = s.organization_id
        where g.deleted_at < now() - interval '1 day' and s.state in ('live', 'filling') limit 1`.execute(tx);
      const [share] = rows;
      if (!share) return false;
      await lockAccountsOf(tx, [share.document_id]);
      const { ending } = await endShares(tx, [share.document_id], share.principal_id, true);
      await startWalks(
        tx,
        ending.map((documentId) => ({ documentId, principalId: share.principal_id })),
      );
      return true;
    }),
  '31 * * * *',
);
