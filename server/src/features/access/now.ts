import { type RawBuilder, sql } from 'kysely';

type Fragment = RawBuilder<unknown>;

/** SQL: an array of all that somebody is at this moment: the person, their groups, everyone. Of a group: itself alone. */
export const principalsOf = (organizationId: string, id: string): Fragment =>
  sql`(select principals_of(${organizationId}, ${id}))::uuid[]`;

interface Member {
  id: string;
  membership: { organizationId: string };
}

export const principalsNow = ({ id, membership }: Member): Fragment => principalsOf(membership.organizationId, id);

/** Whether somebody who is all these may see the document with this id at this moment. */
export const seesAs = (principals: Fragment, documentId: Fragment): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from document_access seen where seen.document_id = ${documentId}
    and seen.principal_id = any(${principals}) and not is_hidden(seen.document_id, seen.account_id, seen.principal_id, seen.own))`;

/** The same of a person, for what goes on for longer than a request should: groups are looked up again. */
export const seesNow = (
  { id, organizationId }: { id: string; organizationId: string },
  documentId: Fragment,
): RawBuilder<boolean> => seesAs(principalsOf(organizationId, id), documentId);
