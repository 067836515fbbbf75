import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  email_verified_at: Date | null;
}

const shown = ['id', 'name', 'email', 'avatar_key', 'email_verified_at'] as const;

export function findUserByEmail(db: Executor, email: string) {
  return db
    .selectFrom('users')
    .select([...shown, 'password_hash'])
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();
}

export function findUserById(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .select([...shown, 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export async function hasUsers(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ has_users: boolean }>`select exists (select from users) as has_users`.execute(db);
  return rows[0]!.has_users;
}

export function passwordHashOf(db: Executor, userId: string) {
  return db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Throws a unique violation if the address is taken, also when two people register it at once. */
export function insertUser(
  tx: Executor,
  user: { id: string; name: string; email: string; password_hash: string; email_verified_at: Date | null },
) {
  return tx.insertInto('users').values(user).returning(shown).executeTakeFirstOrThrow();
}

/** With `instead`, only sets the password if it is still that one, and returns false if another change came first. */
export async function setPassword(
  tx: Executor,
  userId: string,
  passwordHash: string,
  instead?: string,
): Promise<boolean> {
  const user = tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId);
  const result = await (instead ? user.where('password_hash', '=', instead) : user).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** No one can sign in until a new password is set with a code. */
export async function makePasswordUnusable(tx: Executor, userId: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: 'unusable' }).where('id', '=', userId).execute();
}

export async function markVerified(tx: Executor, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

export function updateUser(
  tx: Executor,
  userId: string,
  change: { name?: string; email?: string; avatar_key?: string | null },
) {
  return tx.updateTable('users').set(change).where('id', '=', userId).returning(shown).executeTakeFirstOrThrow();
}
