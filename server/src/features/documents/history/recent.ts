import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';

/** The most anyone looks back; newer ones replace older ones. */
export const maxRecent = 200;

/**
 * Moves documents that a person opened, downloaded, uploaded or changed to the top of their recent ones. Folders are
 * left out. Access is checked when the list is read.
 */
export async function noteRecent(
  db: Executor,
  { id, membership: { organizationId } }: Pick<Member, 'id' | 'membership'>,
  documentIds: readonly string[],
): Promise<void> {
  // Ordered, so that two requests of the same person don't deadlock.
  await sql`insert into recent_documents (organization_id, user_id, document_id)
    select m.organization_id, m.user_id, d.id from membership_rows m join documents d on d.organization_id = m.organization_id
    where m.organization_id = ${organizationId} and m.user_id = ${id} and d.id = any(${documentIds.slice(0, maxRecent)}::uuid[])
      and d.kind <> 'folder'
    order by d.id
    on conflict (organization_id, user_id, document_id) do update set used_at = excluded.used_at`.execute(db);
  // Skips rows that another request is about to renew or delete.
  await sql`delete from recent_documents where organization_id = ${organizationId} and user_id = ${id} and document_id in (
    select document_id from recent_documents where organization_id = ${organizationId} and user_id = ${id}
    order by used_at desc, document_id offset ${sql.lit(maxRecent)} for update skip locked)`.execute(db);
}
