import { limits, type SecondStep } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { newToken, tokenHash } from '../../platform/secrets/keys.ts';
import { listPasskeys } from '../second-factors/index.ts';

/** Records that the password was right. The token only allows the second step, and only for a short time. */
export async function beginSecondStep(
  db: Executor,
  user: { id: string; password_hash: string },
  { hasApp }: { hasApp: boolean },
): Promise<SecondStep> {
  const token = newToken();
  const { expires_at } = await db
    .insertInto('pending_sign_ins')
    .values({
      token_hash: tokenHash(token),
      user_id: user.id,
      password_hash: user.password_hash,
      expires_at: sql<Date>`now() + make_interval(mins => ${limits.secondStepMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  const passkey = (await listPasskeys(db, user.id)).length > 0;
  return { two_factor_required: true, token, expires_at: expires_at.toISOString(), app: hasApp, passkey };
}

export const stepOver = () =>
  new AppError('invalid_credentials', 'This sign-in has expired. Enter your password again.');

/** Returns the person whose sign-in is pending under this token; throws if there is none. */
export async function findPending(db: Executor, token: string): Promise<string> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) throw stepOver();
  return row.user_id;
}

/** Counts a try outside any transaction and throws after too many. Returns the person whose sign-in it is. */
export async function countStepTry(db: Executor, token: string): Promise<string> {
  const row = await db
    .updateTable('pending_sign_ins')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', limits.secondStepTries)
    .returning('user_id')
    .executeTakeFirst();
  if (!row) throw stepOver();
  return row.user_id;
}

/**
 * Tokens work once: of two requests with the same token, one finds it gone. Returns the password hash that was checked.
 */
export async function spendPending(tx: Executor, token: string): Promise<string> {
  const row = await tx
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash(token))
    .returning('password_hash')
    .executeTakeFirst();
  if (!row) throw stepOver();
  return row.password_hash;
}
