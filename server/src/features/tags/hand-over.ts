import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Labels and collections go to another member. One whose name they use already gets a part of its id added. */
export async function handOverTags(tx: Executor, organizationId: string, from: string, to: string): Promise<void> {
  for (const table of ['labels', 'collections']) {
    await sql`update ${sql.table(table)} as mine set user_id = ${to},
        name = case when exists (
          select 1 from ${sql.table(table)} theirs where theirs.organization_id = mine.organization_id
            and theirs.user_id = ${to} and theirs.deleted_at is null and lower(theirs.name) = lower(mine.name)
        ) then left(mine.name, 100) || ' (' || right(mine.id::text, 6) || ')' else mine.name end
      where organization_id = ${organizationId} and user_id = ${from} and deleted_at is null`.execute(tx);
  }
}
