import type { AiScope } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { mustFindAll } from '../../../errors.ts';
import { type Member, ownedBy } from '../../../http/viewer.ts';
import { mustSee } from '../../documents/index.ts';
import { collectionTags, labelTags, mustHaveTags } from '../../tags/index.ts';

/**
 * Throws unless everything added to the scope exists. What was in it before may have been deleted meanwhile; that finds
 * nothing, and must not keep anyone from asking or from removing it.
 */
export async function mustKnowScope(tx: Executor, viewer: Member, scope: AiScope, before: AiScope = {}): Promise<void> {
  const added = (key: keyof AiScope): string[] => (scope[key] ?? []).filter((id) => !before[key]?.includes(id));
  await mustSee(tx, viewer, added('document_ids'), 'scope.document_ids');
  await mustHaveTags(tx, viewer, labelTags, { 'scope.label_ids': added('label_ids') });
  await mustHaveTags(tx, viewer, collectionTags, { 'scope.collection_ids': added('collection_ids') });
  const accounts = added('account_ids');
  if (accounts.length === 0) return;
  const { organization_id, user_id } = ownedBy(viewer);
  const { rows } = await sql<{ id: string }>`select id from source_accounts where id = any(${accounts}::uuid[])
    and organization_id = ${organization_id} and user_id = ${user_id} and removed_at is null`.execute(tx);
  const found = rows.map(({ id }) => id);
  mustFindAll(accounts, found, { one: 'account', many: 'accounts', field: 'scope.account_ids' });
}
