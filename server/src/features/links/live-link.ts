import { may, roles } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';

const sharing = roles.filter((role) => may(role, 'documents.share'));

/**
 * SQL: joins the document `shared` of a link `l`. There is no row if the link does not work: the workspace is deleted
 * or allows no links, its maker is no longer a member or may no longer share, it has expired, or the document is in the
 * trash or no longer theirs. Only this decides whether a link works.
 */
export const joinLive = sql`join organizations o on o.id = l.organization_id and o.deleted_at is null and o.links_allowed
  join memberships m on m.organization_id = l.organization_id and m.user_id = l.user_id
    and m.role = any(${sql.lit(`{${sharing.join(',')}}`)}::text[])
  join documents shared on shared.id = l.document_id and (l.expires_at is null or l.expires_at > now())
    and ${isTheirs(sql`shared.id`)}`;

/** SQL condition: the document with this id belongs to the maker of the link `l`, who sees it. */
export function isTheirs(documentId: RawBuilder<unknown>, maker: RawBuilder<unknown> = sql`l.user_id`) {
  return sql<boolean>`exists (select 1 from document_access a where a.document_id = ${documentId} and a.principal_id = ${maker} and a.own
    and not exists (select 1 from source_accounts c where c.id = a.account_id and c.removed_at is not null))`;
}
