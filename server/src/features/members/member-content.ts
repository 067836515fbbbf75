import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

interface Content {
  accounts: number;
  documents: number;
  labels: number;
  collections: number;
}

/** What a person has in an organisation, and what is handed over or deleted with their membership. */
export async function countContent(db: Executor, organizationId: string, userId: string): Promise<Content> {
  const { rows } = await sql<Content>`select
    (select count(*) from source_accounts where organization_id = ${organizationId} and user_id = ${userId} and source <> ${uploadsSource}) as accounts,
    (select count(*) from documents d join source_accounts a on a.id = d.account_id
      where a.organization_id = ${organizationId} and a.user_id = ${userId} and d.kind <> 'folder') as documents,
    (select count(*) from labels where organization_id = ${organizationId} and user_id = ${userId} and deleted_at is null) as labels,
    (select count(*) from collections where organization_id = ${organizationId} and user_id = ${userId} and deleted_at is null) as collections`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Everything goes to another member. A label or collection whose name they use already is told apart by a part of its
 * id; an account they have connected themselves stays theirs, and the second copy goes.
 */
export async function handOverContent(tx: Executor, organizationId: string, from: string, to: string): Promise<void> {
  for (const table of ['labels', 'collections']) {
    await sql`update ${sql.table(table)} as mine set user_id = ${to},
        name = case when exists (
          select 1 from ${sql.table(table)} theirs where theirs.organization_id = mine.organization_id
            and theirs.user_id = ${to} and theirs.deleted_at is null and lower(theirs.name) = lower(mine.name)
        ) then left(mine.name, 100) || ' (' || right(mine.id::text, 6) || ')' else mine.name end
      where organization_id = ${organizationId} and user_id = ${from} and deleted_at is null`.execute(tx);
  }
  await sql`with moved as (
      update source_accounts as mine set user_id = ${to} where organization_id = ${organizationId} and user_id = ${from}
        and not exists (select 1 from source_accounts theirs where theirs.organization_id = mine.organization_id
          and theirs.user_id = ${to} and theirs.source = mine.source and theirs.remote_user_id = mine.remote_user_id)
      returning id
    )
    update documents set owner_id = ${to} from moved where account_id = moved.id`.execute(tx);
  await sql`update source_accounts a set name = 'Files of ' || u.name from users u
    where a.organization_id = ${organizationId} and a.user_id = ${to} and a.source = ${uploadsSource}
      and a.remote_user_id = ${from} and u.id = ${from}`.execute(tx);
}
