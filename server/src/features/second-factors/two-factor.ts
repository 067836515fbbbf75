import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Executor } from '../../db/pool.ts';
import { type Keys, UnreadableSecret } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import {
  confirmTwoFactor,
  confirmWithoutApp,
  deleteTwoFactor,
  findTwoFactor,
  spendStep,
  startTwoFactor,
} from './two-factor.queries.ts';

const issuer = 'Sheaf';
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), digits: 6, period: 30 });

/** In base32, for typing into an app that can't scan. */
const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The content of the QR code. */
const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * The period of 30 seconds that the code belongs to: the current one or an adjacent one, since clocks differ and people
 * need time to type. Null if it belongs to none.
 */
function stepOf(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret);
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export interface TwoFactorOn {
  since: Date;
  /** With an authenticator app. Without one, passkeys are the second factor. */
  hasApp: boolean;
}

/** Null if it is off. */
export async function twoFactorOf(db: Executor, userId: string): Promise<TwoFactorOn | null> {
  const row = await findTwoFactor(db, userId);
  return row?.confirmed_at ? { since: row.confirmed_at, hasApp: row.secrets !== null } : null;
}

/** Creates a secret that isn't used before a code confirms it; null if two-factor authentication is on already. */
export async function beginTwoFactor(
  { db, keys }: Services,
  { id, email }: { id: string; email: string },
): Promise<{ secret: string; uri: string } | null> {
  const secret = newSecret();
  const started = await startTwoFactor(db, id, keys.seal(secret));
  return started ? { secret, uri: uriOf(secret, email) } : null;
}

/**
 * Turns it on. Returns the recovery codes, which exist nowhere else; null if there is nothing that this code confirms.
 */
export async function turnOnTwoFactor(
  tx: Executor,
  keys: Keys,
  userId: string,
  code: string,
): Promise<string[] | null> {
  const row = await findTwoFactor(tx, userId);
  if (!row?.secrets || row.confirmed_at) return null;
  const step = stepOf(keys.unseal(row.secrets), code);
  if (step === null || !(await confirmTwoFactor(tx, userId, { secrets: row.secrets, step }))) return null;
  return replaceRecoveryCodes(tx, userId);
}

/** Turns it on without an authenticator app, for a person who has a passkey; null if it is on already. */
export async function turnOnWithoutApp(tx: Executor, userId: string): Promise<string[] | null> {
  return (await confirmWithoutApp(tx, userId)) ? replaceRecoveryCodes(tx, userId) : null;
}

export type UsedCode = { kind: 'app' } | { kind: 'recovery'; left: number };

/**
 * Spends a code of the authenticator app or a recovery code, in the transaction of what it permits; null if it is wrong
 * or was used before.
 */
export async function spendSecondFactor(
  { keys, log }: Pick<Services, 'keys' | 'log'>,
  tx: Executor,
  userId: string,
  code: string,
): Promise<UsedCode | null> {
  const row = await findTwoFactor(tx, userId);
  if (!row?.confirmed_at) return null;
  try {
    const step = row.secrets && stepOf(keys.unseal(row.secrets), code.replace(/\s/g, ''));
    if (step !== null) return (await spendStep(tx, userId, step)) ? { kind: 'app' } : null;
  } catch (error) {
    // Recovery codes work without the key.
    if (!(error instanceof UnreadableSecret)) throw error;
    log.error({ err: error, user: userId }, 'secret of an authenticator app cannot be read');
  }
  if (!(await spendRecoveryCode(tx, userId, code))) return null;
  return { kind: 'recovery', left: await countRecoveryCodes(tx, userId) };
}

/** False if it was off. */
export const turnOffTwoFactor = (tx: Executor, userId: string): Promise<boolean> => deleteTwoFactor(tx, userId);

/** Deletes factors added since then, or in the days before, for an account that someone else had taken over. */
export async function deleteFactorsSince(tx: Executor, userId: string, since: Date): Promise<void> {
  const from = sql<Date>`${since}::timestamptz - make_interval(days => ${limits.emailRevertDays})`;
  await tx
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(confirmed_at, started_at) >= ${from}`)
    .execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', from).execute();
}
