import { sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import { conditionsOf, type RouteServices } from '../documents/index.ts';
import { isSurplus } from '../my-files/index.ts';
import type { BulkRow } from './bulk-row.ts';

/** SQL condition on a row `a` of document_access: the batch includes the document. */
export async function batchConditions(
  services: RouteServices,
  viewer: Member,
  { action, query, change }: Pick<BulkRow, 'action' | 'query' | 'change'>,
) {
  const conditions = await conditionsOf(services, viewer, query);
  return action === 'keep_one' ? sql`${conditions} and ${isSurplus(viewer, change.keep)}` : conditions;
}
