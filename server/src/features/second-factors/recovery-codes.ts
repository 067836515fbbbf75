import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** 32 letters and digits, without those that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 16;

/** 80 random bits in four groups. */
function newRecoveryCode(): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)!.join('-');
}

const hashOf = (userId: string, code: string): Buffer => createHash('sha256').update(`${userId} ${code}`).digest();

/** Accepts dashes, spaces and any case. Null if it can't be a recovery code. */
function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '');
  return letters.length === length ? letters.match(/.{4}/g)!.join('-') : null;
}

/** Replaces all earlier codes. The new ones exist only in the return value. */
export async function replaceRecoveryCodes(tx: Executor, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute();
  return codes;
}

/** Single use: of two requests with the same code, only one succeeds. */
export async function spendRecoveryCode(tx: Executor, userId: string, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (!code) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from recovery_codes
    where user_id = ${userId}`.execute(db);
  return rows[0]!.count;
}
