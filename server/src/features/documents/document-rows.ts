import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';

export interface DocumentRow {
  id: string;
  name: string;
  type: string;
  mime_type: string | null;
  size: number | null;
  content: 'none' | 'pending' | 'stored' | 'failed';
  /** The first bytes of the hash, in hex: changes with the content. */
  version: string | null;
  web_url: string | null;
  modified_at: Date | null;
  created_at: Date;
  parent_id: string | null;
  account_id: string;
  account_name: string;
  source: string;
  owner_id: string;
  owner_name: string;
  owner_avatar: string | null;
  own: boolean;
  shared: boolean;
  thumbnail: 'ready' | 'none' | null;
  /** Of the viewer, in no order; so are the collections. */
  labels: { id: string; name: string; color: string }[] | null;
  collections: { id: string; name: string }[] | null;
}

/** Everything the wire says of these documents, in their order. What the viewer may not see is left out. */
export async function rowsOf(db: Executor, viewer: Member, ids: readonly string[]): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select d.id, d.name, d.type, d.mime_type, d.size, d.content, left(encode(d.sha256, 'hex'), 16) as version, d.web_url,
      case when d.kind = 'folder' then d.remote_modified_at else d.modified_at end as modified_at, d.created_at, d.account_id, c.name as account_name, c.source,
      d.owner_id, u.name as owner_name, u.avatar_key as owner_avatar, mine.own,
      (select document_id from document_access where document_id = d.parent_id and user_id = ${viewer.id}) as parent_id,
      exists (select 1 from document_access where document_id = d.id and not own) as shared,
      (select state from thumbnails where organization_id = d.organization_id and sha256 = d.sha256) as thumbnail,
      (select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color))
        from label_documents t join labels l on l.id = t.label_id
        where t.document_id = d.id and l.user_id = ${viewer.id} and l.deleted_at is null) as labels,
      (select json_agg(json_build_object('id', l.id, 'name', l.name))
        from collection_documents t join collections l on l.id = t.collection_id
        where t.document_id = d.id and l.user_id = ${viewer.id} and l.deleted_at is null) as collections
    from unnest(${[...ids]}::uuid[]) with ordinality as page (id, place)
    join document_access mine on mine.document_id = page.id and mine.user_id = ${viewer.id}
      and mine.organization_id = ${viewer.membership.organizationId}
    join documents d on d.id = page.id
    join source_accounts c on c.id = d.account_id
    join users u on u.id = d.owner_id
    order by page.place`.execute(db);
  return rows;
}
