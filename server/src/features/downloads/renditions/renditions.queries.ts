import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';

export interface Content {
  organization_id: string;
  sha256: Buffer;
}

export interface Rendition {
  state: 'waiting' | 'ready' | 'none';
  size: number | null;
  problem: string | null;
}

export async function findRendition(db: Executor, content: Content): Promise<Rendition | undefined> {
  const { rows } = await sql<Rendition>`select state, size, problem from renditions
    where organization_id = ${content.organization_id} and sha256 = ${content.sha256}`.execute(db);
  return rows[0];
}

/**
 * Requests a rendition unless it is already requested. A failed one is tried again after a day, since a newer program
 * may succeed, and a lost one at once (as after restoring a backup). Returns false if there is nothing to do.
 */
export async function wantRendition(
  tx: Executor,
  { organization_id, sha256 }: Content,
  extension: string,
  isLost: boolean,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into renditions as r (organization_id, sha256, extension)
    select organization_id, sha256, ${extension} from blobs where organization_id = ${organization_id} and sha256 = ${sha256}
    on conflict (organization_id, sha256) do update set state = 'waiting', extension = excluded.extension, size = null,
      problem = null, tries = 0, next_try_at = now(), changed_at = now()
    where (r.state = 'ready' and ${isLost}) or (r.state = 'none' and r.changed_at < now() - interval '1 day')`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export interface Claimed extends Content {
  extension: string;
  tries: number;
  claim: number;
  stored_size: number;
}

/** Claims a waiting rendition for this many seconds. The claim of a worker that dies expires. */
export async function claimRendition(db: Executor, seconds: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`update renditions r set tries = tries + 1, claim = claim + 1,
      next_try_at = now() + make_interval(secs => ${seconds})
    from blobs b
    where (r.organization_id, r.sha256) = (select organization_id, sha256 from renditions
        where state = 'waiting' and next_try_at <= now() order by next_try_at limit 1 for update skip locked)
      and b.organization_id = r.organization_id and b.sha256 = r.sha256
    returning r.organization_id, r.sha256, r.extension, r.tries, r.claim, b.size as stored_size`.execute(db);
  return rows[0];
}

const claimed = ({ organization_id, sha256, claim }: Claimed) =>
  sql`organization_id = ${organization_id} and sha256 = ${sha256} and state = 'waiting' and claim = ${claim}`;

/** Returns false if another worker has claimed it meanwhile, or the content was deleted. */
export async function recordRendition(
  db: Executor,
  one: Claimed,
  made: { size: number } | { problem: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update renditions set changed_at = now(),
      ${'size' in made ? sql`state = 'ready', size = ${made.size}` : sql`state = 'none', problem = ${made.problem}`}
    where ${claimed(one)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Releases the claim, so that the rendition is made by the next run. */
export async function returnRendition(db: Executor, one: Claimed): Promise<void> {
  await sql`update renditions set next_try_at = now() where ${claimed(one)}`.execute(db);
}
