import { policy } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { settleAll } from '../notifications/index.ts';

/** The maximum of people notified; others find requests where they manage invitations. */
const maxTold = 100;

/** People who may invite, owners first. */
export async function managersOf(tx: Executor, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select user_id as id from memberships
    where organization_id = ${organizationId} and role = any(${[...policy['invites.manage'].roles]}::text[])
    order by role = 'owner' desc, joined_at, user_id limit ${maxTold}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Removes the notifications of a request that needs no decision any longer. */
export async function settleRequest(tx: Executor, organizationId: string, id: string): Promise<void> {
  const userIds = await managersOf(tx, organizationId);
  await settleAll(tx, { organizationId, userIds, kind: 'invite_requested', subject: id });
}

/** The names of documents by id, sorted by name. */
export async function namesOf(tx: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from documents
    where id = any(${[...ids]}::uuid[]) order by name_key, id`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function namedAmong(names: ReadonlyMap<string, string>, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  return [...names].filter(([id]) => wanted.has(id)).map(([, name]) => name);
}
