import { policy } from '@sheaf/contract';
import { sql } from 'kysely';

/**
 * SQL: whether a row of pending_shares, by the alias p, may still be shared: the document is the sharer's, is not in the trash
 * and not being removed with its account, and the sharer is a member who may share.
 */
export const isStillTheirs = sql<boolean>`exists (select from documents d
  join source_accounts a on a.id = d.account_id and a.removed_at is null
  join memberships m on m.organization_id = p.organization_id and m.user_id = p.shared_by
    and m.role = any(${[...policy['documents.share'].roles]}::text[])
  where d.id = p.document_id and d.owner_id = p.shared_by and d.deleted_at is null)`;
