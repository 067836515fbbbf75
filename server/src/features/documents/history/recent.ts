import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';

/** As far as anybody looks back; older ones go when newer ones come. */
export const maxRecent = 200;

/**
 * Somebody opened, downloaded, uploaded or changed these: they come first among what is recent. Folders do not count. Whether
 * they may see them is asked by whoever lists them.
 */
export async function noteRecent(
  db: Executor,
  { id, membership: { organizationId } }: Pick<Member, 'id' | 'membership'>,
  documentIds: readonly string[],
): Promise<void> {
  // In one order, so that two requests of the same person do not wait for each other.
  await sql`insert into recent_documents (organization_id, user_id, document_id)
    select m.organization_id, m.user_id, d.id from membership_rows m join documents d on d.organization_id = m.organization_id
    where m.organization_id = ${organizationId} and m.user_id = ${id} and d.id = any(${documentIds.slice(0, maxRecent)}::uuid[])
      and d.kind <> 'folder'
    order by d.id
    on conflict (organization_id, user_id, document_id) do update set used_at = excluded.used_at`.execute(db);
  // What another request is about to renew or to delete is left to it.
  await sql`delete from recent_documents where organization_id = ${organizationId} and user_id = ${id} and document_id in (
    select document_id from recent_documents where organization_id = ${organizationId} and user_id = ${id}
    order by used_at desc, document_id offset ${sql.lit(maxRecent)} for update skip locked)`.execute(db);
}
