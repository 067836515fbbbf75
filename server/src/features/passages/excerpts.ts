import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { sees } from '../access/index.ts';

/** The length that fits into a sketch of a page. */
const maxLength = 600;

/** The beginnings of the texts of these documents, for those that have one and that the viewer may see now. */
export async function excerptsOf(
  db: Executor,
  viewer: Member,
  ids: readonly string[],
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`select d.id, left(p.body, ${sql.lit(maxLength)}) as text
    from documents d
    join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256 and p.number = 1
    where d.id = any(${[...ids]}::uuid[]) and d.organization_id = ${viewer.membership.organizationId}
      and ${sees(viewer, sql`d.id`)}`.execute(db);
  return rows;
}
