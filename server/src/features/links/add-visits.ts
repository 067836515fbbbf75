import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

export async function addVisits(db: Executor, linkId: string, visits: number): Promise<void> {
  await sql`update public_links set visits = least(visits::bigint + ${visits}, 2147483647)::int, last_visit_at = now()
    where id = ${linkId}`.execute(db);
}
