import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { handOverAccounts } from '../sources/index.ts';
import { handOverTags } from '../tags/index.ts';

export interface Belongings {
  accounts: number;
  documents: number;
  labels: number;
  collections: number;
}

/** Counts what a person has in an organization, which is given to another member or deleted with their membership. */
export async function countContent(db: Executor, organizationId: string, userId: string): Promise<Belongings> {
  const { rows } = await sql<Belongings>`select
    (select count(*) from source_accounts where organization_id = ${organizationId} and user_id = ${userId} and source <> ${uploadsSource}
      and removed_at is null) as accounts,
    (select coalesce(sum(files), 0)::int from source_accounts where organization_id = ${organizationId} and user_id = ${userId}
      and removed_at is null) as documents,
    (select count(*) from labels where organization_id = ${organizationId} and user_id = ${userId} and deleted_at is null) as labels,
    (select count(*) from collections where organization_id = ${organizationId} and user_id = ${userId} and deleted_at is null) as collections`.execute(
    db,
  );
  return rows[0]!;
}

/** Gives everything except access to clouds to another member. Returns the accounts, whose documents have to follow. */
export async function handOverContent(
  tx: Executor,
  organizationId: string,
  from: string,
  to: string,
): Promise<string[]> {
  await handOverTags(tx, organizationId, from, to);
  return handOverAccounts(tx, organizationId, from, to);
}
