import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { kept } from '../../platform/memory.ts';
import type { Services } from '../../services.ts';

interface Saved {
  bytes: number;
  /** The bytes of all accounts at the time, and how many milliseconds the sum took. */
  held: number;
  took: number;
  /** Used as it is until then; afterwards still used for the same time while it is summed again. */
  freshUntil: number;
  usableUntil: number;
}

/**
 * How long a sum is kept, as a multiple of the time it took: a small organization's sum is always fresh, and one with a
 * million contents spends a fiftieth of the time on it.
 */
const KEPT_FOR = 50;
/**
 * Faster sums aren't kept at all; those slower than SLOW_MS are kept even if the accounts hold something else by now.
 */
const FAST_MS = 20;
const SLOW_MS = 250;
const MAX_KEPT = 1000;

const sumsOf = kept(() => ({ known: new Map<string, Saved>(), running: new Map<string, Promise<number>>() }));

type Remembering = Pick<Services, 'memory'>;

/**
 * Bytes that count against the plan: each content once per organization, however many documents and accounts have it,
 * until the last of them is deleted for good. The counters of the accounts are exact and include every copy; what
 * copies save is subtracted. With `patienceMs`, for pages: if the first sum of a large organization takes longer,
 * copies count until it is there.
 */
export async function usedStorage(
  services: Pick<Services, 'db' | 'memory'>,
  organizationId: string,
  { tx: db = services.db, patienceMs }: { tx?: Executor; patienceMs?: number } = {},
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::bigint as bytes from source_accounts
    where organization_id = ${organizationId}`.execute(db);
  const held = rows[0]!.bytes;
  if (held === 0) return 0;
  const saved = savedByCopies(services, db, organizationId, held);
  return Math.max(0, held - (await (patienceMs === undefined ? saved : orZero(saved, patienceMs))));
}

/**
 * Bytes that one person's accounts hold, every copy counted. For members, who must not learn what others store: from
 * the sum of the workspace they could tell whether someone has the same file, since that counts once.
 */
export async function ownStorage(db: Executor, organizationId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::bigint as bytes from source_accounts
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(db);
  return rows[0]!.bytes;
}

async function savedByCopies(
  services: Remembering,
  db: Executor,
  organizationId: string,
  held: number,
): Promise<number> {
  const last = sumsOf(services).known.get(organizationId);
  const known = last && (last.held === held || last.took > SLOW_MS) ? last : undefined;
  const now = Date.now();
  if (known && now < known.freshUntil) return known.bytes;
  // In a transaction it is summed directly, since a shared sum might end after the transaction.
  const sum = db.isTransaction
    ? () => sumOfCopies(services, db, organizationId, held)
    : () => summedOnce(services, db, organizationId, held);
  if (!known || now > known.usableUntil) return sum();
  if (!db.isTransaction) sum().catch(() => {});
  return known.bytes;
}

/** Concurrent callers share one sum. */
function summedOnce(services: Remembering, db: Executor, organizationId: string, held: number): Promise<number> {
  const { running } = sumsOf(services);
  const sum =
    running.get(organizationId) ??
    sumOfCopies(services, db, organizationId, held).finally(() => running.delete(organizationId));
  running.set(organizationId, sum);
  return sum;
}

/** An index-only scan of the organization's contents. */
async function sumOfCopies(services: Remembering, db: Executor, organizationId: string, held: number): Promise<number> {
  // Measured by the database's clock: waiting for a connection is no reason to keep a sum.
  const { rows } = await sql<{ bytes: number; took: number }>`select coalesce(sum(x.bytes), 0)::bigint as bytes,
      extract(epoch from clock_timestamp() - statement_timestamp())::float8 * 1000 as took from (
      select max(stored_size) * (count(*) - 1) as bytes from documents
      where organization_id = ${organizationId} and sha256 is not null
      group by sha256 having count(*) > 1) x`.execute(db);
  const { bytes, took } = rows[0]!;
  const now = Date.now();
  const { known } = sumsOf(services);
  known.delete(organizationId);
  if (took > FAST_MS) {
    const freshUntil = now + took * KEPT_FOR;
    known.set(organizationId, { bytes, held, took, freshUntil, usableUntil: freshUntil + took * KEPT_FOR });
  }
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KEPT) break;
    known.delete(oldest);
  }
  return bytes;
}

async function orZero(sum: Promise<number>, patienceMs: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 0);
  });
  // A later failure can be ignored.
  sum.catch(() => {});
  return Promise.race([sum, impatience]).finally(() => clearTimeout(timer));
}
