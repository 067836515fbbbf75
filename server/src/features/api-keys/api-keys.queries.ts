import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';
import type { KeyRow } from './api-keys.present.ts';

const shown = [
  'id',
  'name',
  'scopes',
  'prefix',
  'last_four',
  'created_at',
  'last_used_at',
  'expires_at',
] as const satisfies readonly (keyof KeyRow)[];

export function listKeys(db: Executor, viewer: Member) {
  const { organization_id, user_id } = ownedBy(viewer);
  return db
    .selectFrom('api_keys')
    .select(shown)
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.apiKeysEach)
    .execute();
}

/** Locks the membership, so that keys created at the same time are counted one after another. */
export async function countKeys(tx: Executor, viewer: Member): Promise<number> {
  const { organization_id, user_id } = ownedBy(viewer);
  await sql`select from memberships where organization_id = ${organization_id} and user_id = ${user_id}
    for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*) as count from api_keys
    where organization_id = ${organization_id} and user_id = ${user_id}`.execute(tx);
  return rows[0]!.count;
}

interface NewKey {
  name: string;
  scopes: string[];
  key_hash: Buffer;
  prefix: string;
  last_four: string;
  expires_at: Date | null;
}

export function insertKey(tx: Executor, viewer: Member, key: NewKey) {
  return tx
    .insertInto('api_keys')
    .values({ id: newId(), ...ownedBy(viewer), ...key })
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Returns the name of the deleted key, or undefined if the person has none with this id. */
export async function deleteKey(db: Executor, viewer: Member, id: string): Promise<string | undefined> {
  const { organization_id, user_id } = ownedBy(viewer);
  const row = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function nameOfWorkspace(db: Executor, { membership }: Member): Promise<string> {
  const { name } = await db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', membership.organizationId)
    .executeTakeFirstOrThrow();
  return name;
}
