import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { sourceName } from './provider.ts';

/** An account as its owner knows it, for an email. */
export interface HeldAccount {
  app: string;
  name: string;
  files: number;
  /** Whether there was access to a cloud, which ends with the ownership. */
  connected: boolean;
}

/** Enough for an email. */
const maxListed = 20;

/** The accounts of a member here, My files last. */
export async function accountsHeldBy(tx: Executor, organizationId: string, userId: string): Promise<HeldAccount[]> {
  const rows = await tx
    .selectFrom('source_accounts')
    .select(['source', 'name', 'files', sql<boolean>`secrets is not null`.as('connected')])
    .where((account) => account.and({ organization_id: organizationId, user_id: userId }))
    .orderBy(sql`source = ${uploadsSource}`)
    .orderBy('id')
    .where('removed_at', 'is', null)
    .limit(maxListed)
    .execute();
  return rows.map(({ source, name, files, connected }) => ({ app: sourceName(source), name, files, connected }));
}

/**
 * Gives the accounts to another member, but never the grants behind them (a trigger removes these, see
 * db/functions/sources.sql). Returns their ids, so that their documents can follow. An account that the other member
 * has connected already stays theirs, and the second copy is deleted with its owner.
 */
export async function handOverAccounts(
  tx: Executor,
  organizationId: string,
  from: string,
  to: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update source_accounts as mine set user_id = ${to},
        handed_over_from = case when mine.source <> ${uploadsSource} then leaving.name end,
        name = case when mine.source = ${uploadsSource} and mine.remote_user_id = ${from}
          then 'Files of ' || leaving.name else mine.name end
      from users leaving
      where leaving.id = ${from} and mine.organization_id = ${organizationId} and mine.user_id = ${from}
        and mine.removed_at is null and not exists (select 1 from source_accounts theirs where theirs.organization_id = mine.organization_id
          and theirs.user_id = ${to} and theirs.source = mine.source and theirs.remote_user_id = mine.remote_user_id)
      returning mine.id`.execute(tx);
  return rows.map(({ id }) => id);
}
