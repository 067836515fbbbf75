import type { Document } from '@sheaf/contract';
import { sql } from 'kysely';
import { anyIds } from '../../db/plan-hints.ts';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { isNotHidden, principals, sees } from '../access/index.ts';
import { listOf, type ReadRow, read } from './columns.ts';

/** What lists and details read about a document: its columns and related data. */
export interface DocumentRow extends ReadRow {
  conversation: Omit<NonNullable<Document['conversation']>, 'attachments'> | null;
  /** The first bytes of the hash, in hex. Changes with the content. */
  version: string | null;
  modified_at: Date | null;
  /** The folders above, outermost first. */
  location: { id: string; name: string }[] | null;
  account_name: string;
  account_display_name: string | null;
  account_status: string;
  account_access: string[];
  source: string;
  owner_name: string;
  owner_avatar: string | null;
  own: boolean;
  shared: boolean;
  /** For documents of others that the viewer may edit: see the function of this name in functions/documents.sql. */
  edit_reach?: number | null;
  thumbnail: 'ready' | 'none' | null;
  /** For threads: the number of attached files. */
  attachments: number | null;
  /** Those of the viewer, unordered, like the collections. */
  labels: { id: string; name: string; color: string }[] | null;
  collections: { id: string; name: string }[] | null;
  starred: boolean;
  /** For an upload that its app doesn't have yet: how many bytes the app has received. */
  upload_sent?: number | null;
  /** For documents in the trash; null if it was restored a moment ago. */
  deleted_at?: Date | null;
  deleted_until?: Date | null;
  deleted_contents?: number;
}

/** Deeper documents show only the nearest folders above. */
const maxAbove = 50;

/** SQL: the columns read for a document `d` with its account `c`, its owner `u` and its `location`. */
export const readColumns = sql`${listOf(read, 'd')},
      case when d.kind = 'folder' then d.remote_modified_at else d.modified_at end as modified_at,
      c.name as account_name, case when d.own then c.display_name end as account_display_name, c.status as account_status,
      c.access as account_access, c.source, u.name as owner_name, u.avatar_key as owner_avatar, d.own, location.folders as location`;

/** SQL: the labels, collections and star that the viewer has added to a document `d`. */
export const marksOf = ({ id, membership }: Member) => sql`
      (select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color))
        from label_documents t join labels l on l.id = t.label_id
        where t.document_id = d.id and l.user_id = ${id} and l.deleted_at is null) as labels,
      (select json_agg(json_build_object('id', l.id, 'name', l.name))
        from collection_documents t join collections l on l.id = t.collection_id
        where t.document_id = d.id and l.user_id = ${id} and l.deleted_at is null) as collections,
      exists (select 1 from starred_documents t where t.organization_id = ${membership.organizationId} and t.user_id = ${id}
        and t.document_id = d.id) as starred`;

/**
 * Reads these documents in their order, without those that the viewer may not see. The folders above end at the first
 * one that they may not see.
 */
export async function rowsOf(db: Executor, viewer: Member, ids: readonly string[]): Promise<DocumentRow[]> {
  const seenBy = anyIds(principals(viewer));
  const { rows } = await sql<DocumentRow>`
    with recursive page as materialized (
      select d.*, page.place, d.owner_id = ${viewer.id} as own
      from unnest(${anyIds(sql`${[...ids]}::uuid[]`)}) with ordinality as page (id, place)
      join documents d on d.id = page.id and d.organization_id = ${viewer.membership.organizationId}
      where ${sees(viewer, sql`d.id`, seenBy)}
    ), above as (
      select p.id as folder_id, p.id, p.name, p.parent_id, 1 as steps
      from (select distinct parent_id as id from page) folder
      join documents p on p.id = folder.id
      where ${sees(viewer, sql`p.id`, seenBy)}
      union all
      select above.folder_id, p.id, p.name, p.parent_id, above.steps + 1 from above
      join documents p on p.id = above.parent_id
      where ${sees(viewer, sql`p.id`, seenBy)} and above.steps < ${sql.lit(maxAbove)}
    ), location as (
      select folder_id, json_agg(json_build_object('id', id, 'name', name) order by steps desc) as folders
      from above group by folder_id
    )
    select ${readColumns}, left(encode(d.sha256, 'hex'), 16) as version,
      case when d.conversation is not null then (select count(*)::int from documents x
        where x.account_id = d.account_id and x.thread_remote_id = d.remote_id) end as attachments,
      exists (select 1 from document_access x where x.document_id = d.id and not x.own ${isNotHidden(viewer, 'x')}
        and x.principal_id <> all(array(
        select id from groups where organization_id = ${viewer.membership.organizationId} and deleted_at is not null))) as shared,
      (select state from thumbnails where organization_id = d.organization_id and sha256 = d.sha256) as thumbnail,
      case when not d.own and d.account_id = any(array(select account_id from document_shares
        where organization_id = ${viewer.membership.organizationId} and principal_id = any(${principals(viewer)})
          and permission = 'edit' and state in ('live', 'filling')))
        then edit_reach(d.id, ${principals(viewer)}) end as edit_reach,
      (select w.sent from account_writes w where w.document_id = d.id and w.state = 'waiting' and w.kind = 'upload'
        order by w.number limit 1) as upload_sent,
      ${marksOf(viewer)}
    from page d
    join source_accounts c on c.id = d.account_id
    join users u on u.id = d.owner_id
    left join location on location.folder_id = d.parent_id
    order by d.place`.execute(db);
  return rows;
}
