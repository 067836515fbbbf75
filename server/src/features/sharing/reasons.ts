import type { AccessReason, SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { principalsOf } from '../access/index.ts';
import { mustOwn, mustSee } from '../documents/index.ts';
import { chain } from './sharing.queries.ts';

interface Row {
  folder_id: string | null;
  folder_name: string | null;
  group_id: string | null;
  group_name: string | null;
  permission: SharePermission;
}

const maxReasons = 100;

/** Why a person sees a document, strongest reason first; empty if they don't. */
export async function reasonsOf(
  { db }: Services,
  viewer: Member,
  documentId: string,
  userId: string,
): Promise<AccessReason[]> {
  const { organizationId } = viewer.membership;
  const [seen] = userId === viewer.id ? await mustSee(db, viewer, [documentId]) : [];
  if (!seen) await mustOwn(db, viewer, [documentId]);
  if (seen?.own) return [{ kind: 'owner', permission: 'edit', group: null, folder: null }];
  const { rows } = await sql<Row>`with ${chain([documentId])}
    select case when up.depth > 0 then up.id end as folder_id, case when up.depth > 0 then up.name end as folder_name,
      g.id as group_id, g.name as group_name, s.permission
    from up join document_shares s on s.document_id = up.id left join groups g on g.id = s.group_id
    where s.state in ('live', 'filling') and s.principal_id = any(${principalsOf(organizationId, userId)})
    order by s.permission = 'edit' desc, g.id is null desc, up.depth, g.is_everyone, g.name limit ${maxReasons}`.execute(
    db,
  );
  return rows.map(({ folder_id, folder_name, group_id, group_name, permission }) => ({
    kind: group_id ? 'group' : folder_id ? 'folder' : 'share',
    permission,
    group: named(group_id, group_name),
    folder: named(folder_id, folder_name),
  }));
}

export const named = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null);
