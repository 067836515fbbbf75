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

/** Whether the person just added a passkey, and so has it at hand. */
export async function hasNewPasskey(db: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`select from passkeys where user_id = ${userId}
    and created_at > now() - make_interval(mins => ${limits.passkeyMinutes}) limit 1`.execute(db);
  return rows.length > 0;
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

/** Until the end of the transaction, no other request adds or removes a passkey. */
export async function lockPasskeys(tx: Executor, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

/** Under a lock, so that concurrent additions and removals are counted one after another. */
export async function countPasskeys(tx: Executor, userId: string): Promise<number> {
  await lockPasskeys(tx, userId);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from passkeys where user_id = ${userId}`.execute(tx);
  return rows[0]!.count;
}

/** Throws a unique violation if the passkey exists already. */
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

/** Returns the name of the deleted passkey and how many are left; undefined if the person has none with this id. */
export async function deletePasskey(
  tx: Executor,
  userId: string,
  id: string,
): Promise<{ name: string; left: number } | undefined> {
  const before = await countPasskeys(tx, userId);
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row && { name: row.name, left: before - 1 };
}

export async function deletePasskeysOf(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** False if it was removed meanwhile, or its counter is too low: it is a copy, or an old answer. */
export async function noteUse(tx: Executor, id: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`.execute(tx);
  return numAffectedRows === 1n;
}
