import { limits, type SearchRecord } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { notFound } from '../../errors.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';

const mine = (viewer: Member) => {
  const { organization_id, user_id } = ownedBy(viewer);
  return sql`organization_id = ${organization_id} and user_id = ${user_id}`;
};

/** Repeating a search updates its time; beyond the limit the oldest are deleted. */
export async function rememberSearch(db: Executor, viewer: Member, q: string): Promise<void> {
  const text = q.trim();
  if (!text) return;
  const { organization_id, user_id } = ownedBy(viewer);
  await sql`insert into search_history (id, organization_id, user_id, q) values (${newId()}, ${organization_id}, ${user_id}, ${text})
    on conflict (organization_id, user_id, q) do update set searched_at = now()`.execute(db);
  await sql`delete from search_history where ${mine(viewer)} and searched_at < (select searched_at from search_history
    where ${mine(viewer)} order by searched_at desc offset ${limits.searchHistory - 1} limit 1)`.execute(db);
}

export async function searchHistory({ db }: Services, viewer: Member): Promise<SearchRecord[]> {
  const { rows } = await sql<{ id: string; q: string; searched_at: Date }>`select id, q, searched_at from search_history
    where ${mine(viewer)} order by searched_at desc, id desc limit ${limits.searchHistory}`.execute(db);
  return rows.map((row) => ({ ...row, searched_at: row.searched_at.toISOString() }));
}

export async function deleteSearch({ db }: Services, viewer: Member, id: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from search_history where id = ${id} and ${mine(viewer)}`.execute(db);
  if (numAffectedRows === 0n) throw notFound('This search');
}

export async function deleteSearches({ db }: Services, viewer: Member): Promise<void> {
  await sql`delete from search_history where ${mine(viewer)}`.execute(db);
}
