import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** By id, in the order of their names. */
export async function namesOf(tx: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from documents
    where id = any(${[...ids]}::uuid[]) order by name_key, id`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function namedAmong(names: ReadonlyMap<string, string>, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  return [...names].filter(([id]) => wanted.has(id)).map(([, name]) => name);
}
