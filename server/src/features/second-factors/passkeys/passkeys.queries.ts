import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { newId } from '../../../platform/uuid.ts';

const shown = ['id', 'name', 'synced', 'created_at', 'last_used_at'] as const;

export interface PasskeyRow {
  id: string;
  name: string;
  synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export function listPasskeys(db: Executor, userId: string) {
  return db
    .selectFrom('passkeys')
    .select([...shown, 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.passkeysEach)
    .execute();
}

export function findCredential(db: Executor, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

interface NewPasskey {
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  synced: boolean;
}

/** Under a lock, so that those that are added at once are counted one after another. */
export async function countPasskeys(tx: Executor, userId: string): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from passkeys where user_id = ${userId}`.execute(tx);
  return rows[0]!.count;
}

/** Throws a unique violation where the passkey is known already. */
export function insertPasskey(tx: Executor, userId: string, passkey: NewPasskey): Promise<PasskeyRow> {
  return tx
    .insertInto('passkeys')
    .values({ id: newId(), user_id: userId, ...passkey })
    .returning(shown)
    .executeTakeFirstOrThrow();
}

export function renamePasskey(db: Executor, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(shown)
    .executeTakeFirst();
}

/** The name of the one that is no more; undefined where the person has none with this id. */
export async function deletePasskey(tx: Executor, userId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deletePasskeysOf(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** False: it was removed meanwhile, or has been used more often than it says: it is a copy, or an old answer. */
export async function noteUse(tx: Executor, id: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`.execute(tx);
  return numAffectedRows === 1n;
}
