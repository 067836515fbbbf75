import { setTimeout as wait } from 'node:timers/promises';
import { ConnectorError, type TokenSet } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { UnreadableSecret } from '../../platform/keys.ts';
import type { Services } from '../../services.ts';
import { askForTokens } from './app-pauses.ts';
import { findProvider } from './provider.ts';

/** What is sealed in a row: tokens of an OAuth source, or the fields of one with credentials. */
export interface Secrets {
  tokens?: Omit<TokenSet, 'expiresAt'> & { expiresAt: string | null };
  fields?: Record<string, string>;
}

/** Nothing but connecting it again helps, since the secret of this installation is not the one it was sealed with. */
export class UnreadableAccess extends ConnectorError {
  constructor() {
    super('auth_revoked', 'The saved access to this account can’t be read anymore. Reconnect the account.');
  }
}

const early = 120_000;
/** After this the turn of a process that died is free again. */
const turnSeconds = 120;
const turnPollMs = 200;

/** A valid access token; given the one that was rejected, another. */
export async function validToken(services: Services, id: string, source: string, rejected: string): Promise<string> {
  const { tokens } = await readSecrets(services, services.db, id);
  if (tokens && isGood(tokens) && tokens.accessToken !== rejected) return tokens.accessToken;
  return refresh(services, id, source, rejected);
}

export async function readSecrets({ keys, log }: Services, db: Executor, id: string, lock = false): Promise<Secrets> {
  const row = db.selectFrom('source_accounts').select('secrets').where('id', '=', id);
  const found = await (lock ? row.forUpdate() : row).executeTakeFirst();
  if (!found?.secrets) throw new ConnectorError('auth_revoked', 'This account is no longer connected.');
  try {
    return JSON.parse(keys.unseal(found.secrets));
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.error({ err: error, accountId: id }, 'the access to an account can’t be decrypted: it has to be reconnected');
    throw new UnreadableAccess();
  }
}

/** Says in the log when this installation has lost the secret that accounts were sealed with. */
export async function reportUnreadable({ db, keys, log }: Services): Promise<void> {
  const { rows } = await sql<{ accounts: number }>`select count(*)::int as accounts from source_accounts
    where secrets is not null and substring(secrets from 1 for 8) <> all(${[...keys.knownIds]}::bytea[])`.execute(db);
  const { accounts } = rows[0]!;
  if (accounts > 0)
    log.error(
      { accounts },
      'The access to connected accounts can’t be decrypted: SHEAF_SECRET (or the file “secret” in the data folder) isn’t the one it was encrypted with. Restore it, or have these accounts reconnected.',
    );
}

export async function writeSecrets({ keys }: Services, tx: Executor, id: string, secrets: Secrets): Promise<void> {
  await tx
    .updateTable('source_accounts')
    .set({ secrets: keys.seal(JSON.stringify(secrets)) })
    .where('id', '=', id)
    .execute();
}

/** One for all who ask in this process. */
const refreshing = new Map<string, Promise<string>>();

function refresh(services: Services, id: string, source: string, rejected: string): Promise<string> {
  const key = `${id} ${rejected}`;
  const known = refreshing.get(key);
  if (known) return known;
  const fresh = refreshInTurn(services, id, source, rejected).finally(() => refreshing.delete(key));
  refreshing.set(key, fresh);
  return fresh;
}

/**
 * One at a time over all processes, and the new pair is stored before anybody uses it. The turn is a mark in the row,
 * not a lock: a provider that is slow to answer must not keep a connection to the database from everybody else.
 */
async function refreshInTurn(services: Services, id: string, source: string, rejected: string): Promise<string> {
  const { db } = services;
  const { connector, app } = findProvider(services, source);
  for (;;) {
    const turn = await db.transaction().execute((tx) => takeTurn(services, tx, id, rejected));
    if (turn.token) return turn.token;
    if (turn.isTaken) {
      await wait(turnPollMs);
      continue;
    }
    const { tokens } = turn;
    try {
      if (connector.auth.kind !== 'oauth2' || !app || !tokens?.refreshToken) {
        throw new ConnectorError('auth_revoked', 'Access has expired. Reconnect the account.');
      }
      const { auth } = connector;
      const { refreshToken: old } = tokens;
      const next = await askForTokens(services, source, () => auth.refresh(app, old));
      return await db.transaction().execute(async (tx) => {
        const secrets = await readSecrets(services, tx, id, true);
        // Connected again meanwhile: that is the newer grant.
        if (secrets.tokens && secrets.tokens.refreshToken !== tokens.refreshToken) return secrets.tokens.accessToken;
        const refreshToken = next.refreshToken ?? tokens.refreshToken;
        await writeSecrets(services, tx, id, { ...secrets, tokens: storable({ ...next, refreshToken }) });
        return next.accessToken;
      });
    } finally {
      await db.updateTable('source_accounts').set({ refreshing_until: null }).where('id', '=', id).execute();
    }
  }
}

/** A token that is good, or the turn to refresh it, or word that somebody else has it. */
async function takeTurn(services: Services, tx: Executor, id: string, rejected: string) {
  const { tokens } = await readSecrets(services, tx, id, true);
  if (tokens && isGood(tokens) && tokens.accessToken !== rejected) return { token: tokens.accessToken };
  const taken = await tx
    .updateTable('source_accounts')
    .set({ refreshing_until: sql`now() + make_interval(secs => ${turnSeconds})` })
    .where('id', '=', id)
    .where((row) => row.or([row('refreshing_until', 'is', null), row('refreshing_until', '<', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst();
  return { isTaken: !taken, tokens };
}

const isGood = ({ expiresAt }: NonNullable<Secrets['tokens']>) =>
  !expiresAt || Date.parse(expiresAt) - early > Date.now();

export const storable = (tokens: TokenSet): Secrets['tokens'] => ({
  ...tokens,
  expiresAt: tokens.expiresAt?.toISOString() ?? null,
});
