import type { Role } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { AppError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { limitReached, limitsOf, roomWithin } from '../plans/index.ts';
import { usedStorage } from './used-storage.ts';

const GB = 1024 ** 3;

/** How many more bytes the plan has room for; negative if the organization stores too much. */
export async function roomLeft(
  services: Pick<Services, 'db' | 'config' | 'memory'>,
  { organizationId }: { organizationId: string },
  tx: Executor = services.db,
): Promise<number> {
  const limit = limitsOf(services, await planOf(tx, organizationId)).storage_bytes;
  return limit === null ? roomWithin(null, 0) : roomWithin(limit, await usedStorage(services, organizationId, { tx }));
}

/**
 * Throws, to roll back the caller's transaction, if it stored more than the plan has room for. Contents are counted
 * once, so whether something fits is known only afterwards.
 */
export async function mustFitStorage(
  services: Pick<Services, 'db' | 'config' | 'memory'>,
  tx: Executor,
  { organizationId, role }: { organizationId: string; role: Role },
): Promise<void> {
  const { rows } = await sql<{ plan: string; held: number }>`select o.plan,
      (select coalesce(sum(bytes), 0)::bigint from source_accounts where organization_id = o.id) as held
    from organizations o where o.id = ${organizationId}`.execute(tx);
  const { plan, held } = rows[0]!;
  const limit = limitsOf(services, plan).storage_bytes;
  // Counts every copy: if even that fits, copies needn't be found.
  if (limit === null || held <= limit) return;
  const used = await usedStorage(services, organizationId, { tx });
  if (used > limit) throw limitReached(services, { plan, limit: 'storage_bytes', used, role });
}

/** The error for something that doesn't fit. */
export async function storageFull(
  services: Pick<Services, 'db' | 'config' | 'memory'>,
  tx: Executor,
  { organizationId, role }: { organizationId: string; role: Role },
): Promise<AppError> {
  const [plan, used] = [await planOf(tx, organizationId), await usedStorage(services, organizationId, { tx })];
  return limitReached(services, { plan, limit: 'storage_bytes', used, role });
}

/** The first ones, as many as fit together. */
export function fitting<T extends { size: number | null }>(wanted: readonly T[], room: number): T[] {
  let sum = 0;
  return wanted.filter(({ size }) => {
    sum += size ?? 0;
    return sum <= room;
  });
}

/** The problem to report once everything that fits has been fetched; null if nothing was left out. */
export async function storageProblem(
  services: Pick<Services, 'db' | 'config'>,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<string | null> {
  const { db } = services;
  const { rows } = await sql<{ count: number }>`select count(*) as count from documents
    where account_id = ${id} and content = 'pending' and gone_at is null`.execute(db);
  const { count } = rows[0]!;
  if (count === 0) return null;
  const plan = await planOf(db, organizationId);
  const limit = ((limitsOf(services, plan).storage_bytes ?? 0) / GB).toLocaleString('en');
  const files = count === 1 ? '1 file is' : `${count.toLocaleString('en')} files are`;
  return `Your plan’s storage of ${limit} GB is full: ${files} listed without their contents. Sync fetches them when there is space again.`;
}

async function planOf(db: Executor, organizationId: string): Promise<string> {
  const { rows } = await sql<{ plan: string }>`select plan from organizations where id = ${organizationId}`.execute(db);
  return rows[0]!.plan;
}
