import { ConnectorError, plainError, type TokenSet } from '@sheaf/connectors';
import type { Executor } from '../../../db/pool.ts';
import { UnreadableSecret } from '../../../platform/secrets/keys.ts';
import type { Services } from '../../../services.ts';
import { countUnreadableAccounts } from './sealed.ts';

/** The sealed content of a row: tokens of an OAuth source, or the fields of one with credentials. */
export interface Secrets {
  tokens?: Omit<TokenSet, 'expiresAt'> & {
    expiresAt: string | null;
    /** The previous refresh token, tried once more if this one is rejected. */
    previousRefreshToken?: string;
  };
  fields?: Record<string, string>;
}

/** Only reconnecting the account helps: this server's secret isn't the one it was sealed with. */
export class UnreadableAccess extends ConnectorError {
  constructor() {
    super('auth_revoked', 'The saved access to this account can’t be read anymore. Reconnect the account.', {
      isPlain: true,
    });
  }
}

export async function readSecrets({ keys, log }: Services, db: Executor, id: string, lock = false): Promise<Secrets> {
  const row = db.selectFrom('source_accounts').select('secrets').where('id', '=', id);
  const found = await (lock ? row.forUpdate() : row).executeTakeFirst();
  if (!found?.secrets) throw plainError('auth_revoked', 'This account is no longer connected.');
  try {
    return JSON.parse(keys.unseal(found.secrets));
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.error({ err: error, accountId: id }, 'the access to an account can’t be decrypted: it has to be reconnected');
    throw new UnreadableAccess();
  }
}

/** Reads the secrets once while an account is in use; `expire` makes the next call read them again. */
export function heldSecrets(services: Services, id: string) {
  let held: Promise<Secrets> | undefined;
  const expire = () => {
    held = undefined;
  };
  const read = (): Promise<Secrets> => {
    held ??= readSecrets(services, services.db, id);
    held.catch(expire);
    return held;
  };
  return { read, expire };
}

/** Logs if this server has lost the secret that accounts were sealed with; returns how many accounts are affected. */
export async function reportUnreadable({ db, keys, log }: Services): Promise<number> {
  const accounts = await countUnreadableAccounts(db, keys);
  if (accounts > 0)
    log.error(
      { accounts },
      'The access to connected accounts can’t be decrypted: SHEAF_SECRET (or the file “secret” in the data folder) isn’t the one it was encrypted with. Restore it, or have these accounts reconnected.',
    );
  return accounts;
}

export async function writeSecrets({ keys }: Services, tx: Executor, id: string, secrets: Secrets): Promise<void> {
  await tx
    .updateTable('source_accounts')
    .set({ secrets: keys.seal(JSON.stringify(secrets)) })
    .where('id', '=', id)
    .execute();
}

export const storable = (tokens: TokenSet): NonNullable<Secrets['tokens']> => ({
  ...tokens,
  expiresAt: tokens.expiresAt?.toISOString() ?? null,
});
