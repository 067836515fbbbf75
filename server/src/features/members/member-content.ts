import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** What a person has in an organisation: each table here belongs to one member and is handed over or deleted with them. */
const owned = ['labels', 'collections'] as const;

export async function countContent(
  db: Executor,
  organizationId: string,
  userId: string,
): Promise<{ labels: number; collections: number }> {
  const { rows } = await sql<{ labels: number; collections: number }>`select
    (select count(*) from labels where organization_id = ${organizationId} and user_id = ${userId} and deleted_at is null) as labels,
    (select count(*) from collections where organization_id = ${organizationId} and user_id = ${userId} and deleted_at is null) as collections`.execute(
    db,
  );
  return rows[0]!;
}

/** Everything goes to another member. A name they use already is told apart by a part of its id. */
export async function handOverContent(tx: Executor, organizationId: string, from: string, to: string): Promise<void> {
  for (const table of owned) {
    await sql`update ${sql.table(table)} as mine set user_id = ${to},
        name = case when exists (
          select 1 from ${sql.table(table)} theirs where theirs.organization_id = mine.organization_id
            and theirs.user_id = ${to} and theirs.deleted_at is null and lower(theirs.name) = lower(mine.name)
        ) then left(mine.name, 100) || ' (' || right(mine.id::text, 6) || ')' else mine.name end
      where organization_id = ${organizationId} and user_id = ${from} and deleted_at is null`.execute(tx);
  }
}
