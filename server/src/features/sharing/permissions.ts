import type { SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { principalsOf } from '../access/index.ts';
import { chain } from './sharing.queries.ts';

export interface Changed {
  document_id: string;
  document: string;
  principal: string;
}

/**
 * Changes the permission of these people and groups for documents shared with them directly. Updates one row per share,
 * however much is in a folder. Requires the lock of the accounts. Returns the changes.
 */
export async function changePermission(
  tx: Executor,
  organizationId: string,
  documentIds: readonly string[],
  principalIds: readonly string[],
  permission: SharePermission,
): Promise<Changed[]> {
  const { rows } = await sql<Changed & { principal_id: string }>`with changed as (
      update document_shares set permission = ${permission}
      where document_id = any(${[...documentIds]}::uuid[]) and principal_id = any(${[...principalIds]}::uuid[])
        and permission <> ${permission} and state in ('live', 'filling')
      returning document_id, principal_id)
    select c.document_id, d.name as document, c.principal_id, coalesce(u.name, g.name) as principal
    from changed c join documents d on d.id = c.document_id
    left join users u on u.id = c.principal_id left join groups g on g.id = c.principal_id
    order by d.name_key, principal`.execute(tx);
  if (permission === 'view')
    for (const { document_id, principal_id } of rows)
      await mustBeViewOnly(tx, organizationId, document_id, principal_id);
  return rows;
}

/** Throws if a folder or group still lets them edit, whatever their own share says. */
async function mustBeViewOnly(
  tx: Executor,
  organizationId: string,
  documentId: string,
  principalId: string,
): Promise<void> {
  const { rows } = await sql<{ folder: string | null; group: string | null }>`with ${chain([documentId])}
    select case when up.depth > 0 then up.name end as folder, g.name as group
    from up join document_shares s on s.document_id = up.id
    left join groups g on g.id = s.group_id and g.id <> ${principalId}
    where s.state in ('live', 'filling') and s.permission = 'edit'
      and (s.principal_id = ${principalId} or s.principal_id = any(${principalsOf(organizationId, principalId)}))
    order by g.id is null desc, up.depth limit 1`.execute(tx);
  const [other] = rows;
  if (!other) return;
  throw new AppError(
    'conflict',
    other.group === null
      ? `They can edit this through the folder “${other.folder}”. Change it there.`
      : `They can edit this through the group “${other.group}”. Change the group’s access instead.`,
  );
}
