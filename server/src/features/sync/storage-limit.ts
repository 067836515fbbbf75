import { type Plan, planLimits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { SyncState } from './sync-state.ts';

const GB = 1024 ** 3;

/** How many bytes the plan has room for beyond what all accounts of the organisation hold; below zero is over it. */
export async function roomLeft(db: Executor, { organizationId }: Pick<SyncState, 'organizationId'>): Promise<number> {
  const { plan, used } = await planOf(db, organizationId);
  const limit = planLimits[plan].storage_bytes;
  return limit === null ? Number.MAX_SAFE_INTEGER : limit - used;
}

/** From the first on, as many as fit together. */
export function fitting<T extends { size: number | null }>(wanted: readonly T[], room: number): T[] {
  let sum = 0;
  return wanted.filter(({ size }) => {
    sum += size ?? 0;
    return sum <= room;
  });
}

/** After all that fits has been fetched: what to say of the rest; null where nothing was left out. */
export async function storageProblem(db: Executor, { id, organizationId }: SyncState): Promise<string | null> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from documents
    where account_id = ${id} and content = 'pending' and gone_at is null`.execute(db);
  const { count } = rows[0]!;
  if (count === 0) return null;
  const { plan } = await planOf(db, organizationId);
  const limit = ((planLimits[plan].storage_bytes ?? 0) / GB).toLocaleString('en');
  const files = count === 1 ? '1 file is' : `${count.toLocaleString('en')} files are`;
  return `Your plan’s storage of ${limit} GB is full: ${files} listed here without their contents. They follow when there is room again.`;
}

async function planOf(db: Executor, organizationId: string): Promise<{ plan: Plan; used: number }> {
  const { rows } = await sql<{ plan: Plan; used: number }>`select plan,
      (select coalesce(sum(bytes), 0)::bigint from source_accounts where organization_id = o.id) as used
    from organizations o where id = ${organizationId}`.execute(db);
  return rows[0]!;
}
