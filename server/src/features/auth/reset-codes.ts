import { randomBytes } from 'node:crypto';
import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { countTry, decrementThrottle, throttle } from '../../platform/limits/index.ts';
import { type Keys, sameBytes } from '../../platform/secrets/keys.ts';
import { isKnownDevice } from './devices.ts';

/**
 * Codes for a forgotten password. Until the right code is entered, everything depends on the address alone and is the
 * same whether someone has it or not, so neither an answer nor its time reveals this.
 */

/**
 * Wrong tries against one code, from all networks together except known browsers. At this number the code is used up.
 */
const maxTries = 10;
const day = 86_400;

export const wrongCode = () => wrongField('code', 'This code is wrong or has expired');

const codeOf = (keys: Keys, email: string, salt: Buffer) =>
  keys.derivedCode(`reset ${email} ${salt.toString('hex')}`, limits.codeLength);

/**
 * Returns whose tries count: those of a browser that signed in before are its own, all others belong to their network.
 */
async function guesserOf(db: Executor, client: Client, email: string): Promise<{ name: string; isKnown: boolean }> {
  const isKnown = await isKnownDevice(db, email, client);
  return { name: isKnown ? `device ${client.device}` : client.network, isKnown };
}

/** One key per guesser and address, to be completed by the code's salt. */
const triesKey = (guesser: string, email: string) => `reset-code ${guesser} ${email} `;

/**
 * Makes sure there is a valid code for this address. Keeps the existing one unless guessing has used it up, for
 * everyone or for this client. Without a client, always makes a new one.
 */
export async function prepareResetCode(tx: Executor, email: string, client?: Client): Promise<void> {
  const mine = client ? triesKey((await guesserOf(tx, client, email)).name, email) : '';
  const lives = sql`r.expires_at > now() and r.tries < ${maxTries} and ${client !== undefined}::bool and not exists (
    select from throttles t where t.key = ${mine} || encode(r.salt, 'hex') and t.count >= ${limits.codeTries})`;
  const { rows } = await sql`insert into password_resets as r (email, salt, expires_at)
    values (${email}, ${randomBytes(16)}, now() + make_interval(mins => ${limits.codeMinutes}))
    on conflict (email) do update set asked_at = now(), expires_at = excluded.expires_at,
      salt = case when ${lives} then r.salt else excluded.salt end,
      tries = case when ${lives} then r.tries else 0 end
    where ${client === undefined}::bool or r.asked_at <= now() - make_interval(secs => ${limits.codeResendSeconds})
    returning email`.execute(tx);
  if (rows.length > 0) return;
  const row = await tx
    .selectFrom('password_resets')
    .select(sql<number>`extract(epoch from now() - asked_at)::float8`.as('elapsed'))
    .where('email', '=', email)
    .executeTakeFirst();
  const retryAfter = Math.max(1, Math.ceil(limits.codeResendSeconds - (row?.elapsed ?? 0)));
  throw new AppError(
    'rate_limited',
    `A code was just requested. Use that one, or ask for another in ${retryAfter} seconds.`,
    { retryAfter },
  );
}

/** Returns the code to mail, once per request for it. */
export async function takeResetCode(tx: Executor, keys: Keys, email: string): Promise<string | null> {
  const row = await tx
    .updateTable('password_resets')
    .set({ mailed_at: sql`asked_at` })
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`mailed_at is distinct from asked_at`)
    .returning('salt')
    .executeTakeFirst();
  return row ? codeOf(keys, email, row.salt) : null;
}

/**
 * Throws unless this is the valid code for the address. Only tries against a valid code count. They count for the
 * network they come from, or for the browser if it signed in before.
 */
export async function checkResetCode(
  db: Executor,
  keys: Keys,
  client: Client,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const live = await db
    .selectFrom('password_resets')
    .select('salt')
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!live) throw wrongCode();
  const { name: guesser, isKnown } = await guesserOf(db, client, email);
  const daily = `reset-code ${guesser} ${email}`;
  await throttle(
    db,
    daily,
    { times: 30, seconds: day },
    'Too many wrong codes from your network. Try again tomorrow, or from another network.',
  );
  const tries = await countTry(db, triesKey(guesser, email) + live.salt.toString('hex'), day);
  const usedUp = tries > limits.codeTries || (!isKnown && !(await countForAll(db, email, live.salt)));
  const right = Buffer.from(codeOf(keys, email, live.salt));
  if (usedUp || !sameBytes(right, Buffer.from(code))) throw wrongCode();
  await decrementThrottle(db, daily);
}

/** Returns false once all networks together have used up the code. */
async function countForAll(db: Executor, email: string, salt: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`update password_resets set tries = tries + 1
    where email = ${email} and salt = ${salt} and tries < ${maxTries}`.execute(db);
  return numAffectedRows === 1n;
}

/** Codes work once: of two requests with the same right code, one finds it gone. */
export async function spendResetCode(tx: Executor, email: string): Promise<void> {
  const spent = await tx.deleteFrom('password_resets').where('email', '=', email).executeTakeFirst();
  if (spent.numDeletedRows !== 1n) throw wrongCode();
}
