import type { Activity } from '@sheaf/contract';
import { sql } from 'kysely';
import { countRows, offsetOf, type PageOf, paged } from '../../../db/paging.ts';
import { imageUrl } from '../../../http/images.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { mustSee } from '../seen.ts';

interface ActivityRow {
  id: number;
  kind: string;
  detail: string | null;
  at: Date;
  user_id: string | null;
  name: string | null;
  avatar_key: string | null;
  total: number;
}

/**
 * Newest first. The last entry is that the document was added, by its owner unless someone else is recorded. Everyone
 * sees only their own labels and collections; other actions of others are visible to the owner only.
 */
export async function pageOfActivity({ db }: Services, viewer: Member, documentId: string, query: PageOf) {
  const [seen] = await mustSee(db, viewer, [documentId]);
  const all = sql`from (
      select id, kind, detail, at, user_id from document_activity where document_id = ${documentId}
        and (user_id is null or user_id = ${viewer.id} or kind = 'added' or (${seen!.own} and kind not in ('labelled', 'collected')))
      union all
      select 0, 'added', null, created_at, owner_id from documents where id = ${documentId}
        and not exists (select from document_activity where document_id = ${documentId} and kind = 'added')) x`;
  const { rows } =
    await sql<ActivityRow>`select x.id, x.kind, x.detail, x.at, x.user_id, u.name, u.avatar_key, (select count(*) ${all}) as total
    ${all} left join users u on u.id = x.user_id
    order by x.id desc limit ${query.per_page} offset ${offsetOf(query)}`.execute(db);
  return paged(query, rows, present, () => countRows(db, all));
}

const present = (row: ActivityRow): Activity => ({
  id: String(row.id),
  kind: row.kind as Activity['kind'],
  at: row.at.toISOString(),
  by: row.user_id && row.name ? { id: row.user_id, name: row.name, avatar: imageUrl(row.avatar_key) } : null,
  detail: row.detail,
});
