import { type RawBuilder, sql } from 'kysely';

type Fragment = RawBuilder<unknown>;

/**
 * SQL: an array of the ids a principal counts as right now. For a person: their own id, their groups and everyone. For
 * a group: only itself.
 */
export const principalsOf = (organizationId: string, id: string): Fragment =>
  sql`(select principals_of(${organizationId}, ${id}))::uuid[]`;

interface Member {
  id: string;
  membership: { organizationId: string };
}

export const principalsNow = ({ id, membership }: Member): Fragment => principalsOf(membership.organizationId, id);

/** Whether any of these principals may see the document with this id right now. */
export const seesAs = (principals: Fragment, documentId: Fragment): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from document_access seen where seen.document_id = ${documentId}
    and seen.principal_id = any(${principals}) and not is_hidden(seen.document_id, seen.account_id, seen.principal_id, seen.own))`;

/** Like `seesAs` for a person, for work that may outlive a request: groups are looked up again. */
export const seesNow = (
  { id, organizationId }: { id: string; organizationId: string },
  documentId: Fragment,
): RawBuilder<boolean> => seesAs(principalsOf(organizationId, id), documentId);
