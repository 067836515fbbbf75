import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import { decrementThrottle, throttle } from '../../platform/limits/index.ts';
import { type Keys, newCode, sameBytes } from '../../platform/secrets/keys.ts';

export type CodePurpose = 'verify_email' | 'change_email';

const context = (userId: string, purpose: CodePurpose) => `${userId} ${purpose}`;

/**
 * Issues the only valid code for this person and purpose, and invalidates the earlier one. Refuses within a minute
 * after a code was sent. Stores only the code's keyed hash.
 */
export async function issueCode(
  db: Executor,
  keys: Keys,
  userId: string,
  purpose: CodePurpose,
  target: string,
): Promise<string> {
  // Limits codes to one mailbox, from however many accounts they are requested.
  await throttle(
    db,
    `code-to ${target}`,
    { times: 20, seconds: 3600 },
    'Too many codes were sent to this email. Try again later.',
  );
  const code = newCode(limits.codeLength);
  const { rows } = await sql<{ user_id: string }>`
    insert into codes as c (user_id, purpose, target, code_hash, expires_at)
    values (${userId}, ${purpose}, ${target}, ${keys.codeHash(code, context(userId, purpose))}, now() + make_interval(mins => ${limits.codeMinutes}))
    on conflict (user_id, purpose) do update set
      target = excluded.target, code_hash = excluded.code_hash, tries = 0, sent_at = now(), expires_at = excluded.expires_at
    where c.sent_at <= now() - make_interval(secs => ${limits.codeResendSeconds})
    returning user_id`.execute(db);
  if (rows.length === 0) throw tooSoon(await secondsSince(db, userId, purpose));
  return code;
}

function tooSoon(elapsed: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(limits.codeResendSeconds - elapsed));
  return new AppError('rate_limited', `We just sent a code. You can ask for another in ${retryAfter} seconds.`, {
    retryAfter,
  });
}

async function secondsSince(db: Executor, userId: string, purpose: CodePurpose): Promise<number> {
  const row = await db
    .selectFrom('codes')
    .select(sql<number>`extract(epoch from now() - sent_at)::float8`.as('elapsed'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row?.elapsed ?? 0;
}

const wrongCode = () => wrongField('code', 'This code is wrong or has expired');

/**
 * Checks a code and returns the address it was sent to. Counts the try outside any transaction, so that a wrong one
 * always counts, if there is a valid code at all. The caller then spends the code inside the transaction of what it
 * allows.
 */
export async function checkCode(
  db: Executor,
  keys: Keys,
  userId: string,
  purpose: CodePurpose,
  code: string,
): Promise<string> {
  const row = await db
    .updateTable('codes')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', limits.codeTries)
    .returning(['code_hash', 'target'])
    .executeTakeFirst();
  if (!row) throw wrongCode();
  // A new code a minute with five tries each would allow too many guesses. With a hundred a day, the chance is one in
  // ten thousand.
  const tries = `code-try ${purpose} ${userId}`;
  await throttle(db, tries, { times: 100, seconds: 86_400 }, 'Too many wrong codes. Try again tomorrow.');
  if (!sameBytes(row.code_hash, keys.codeHash(code, context(userId, purpose)))) throw wrongCode();
  await decrementThrottle(db, tries);
  return row.target;
}

/** Codes work once: of two requests with the same right code, one finds it gone. */
export async function spendCode(
  tx: Executor,
  keys: Keys,
  userId: string,
  purpose: CodePurpose,
  code: string,
): Promise<void> {
  const spent = await tx
    .deleteFrom('codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', keys.codeHash(code, context(userId, purpose)))
    .executeTakeFirst();
  if (spent.numDeletedRows !== 1n) throw wrongCode();
}

/** Deletes the codes that were sent to an address the person no longer has. */
export async function dropCodes(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('codes').where('user_id', '=', userId).execute();
}
