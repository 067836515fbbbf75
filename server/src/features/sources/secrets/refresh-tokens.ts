import { setTimeout as wait } from 'node:timers/promises';
import { ConnectorError, plainError, type TokenSet } from '@sheaf/connectors';
import { sql } from 'kysely';
import { isConnectionLost } from '../../../db/lost-connection.ts';
import type { Executor } from '../../../db/pool.ts';
import { kept } from '../../../platform/memory.ts';
import type { Services } from '../../../services.ts';
import { updateAccount } from '../accounts.queries.ts';
import { askForTokens } from '../app-pauses.ts';
import { allowedAccess, findProvider } from '../provider.ts';
import { readSecrets, type Secrets, storable, writeSecrets } from './secrets.ts';

type Tokens = NonNullable<Secrets['tokens']>;

const early = 120_000;
/** After this, the turn of a dead process is free again. */
const turnSeconds = 120;
const turnPollMs = 200;
/** How often storing a new pair is tried while PostgreSQL is unreachable: it may be the only valid one. */
const maxStoreTries = 300;
const storeRetryMs = 200;

/** A valid access token other than the rejected one. */
export async function validToken(services: Services, id: string, source: string, rejected: string): Promise<string> {
  const { tokens } = await readSecrets(services, services.db, id);
  return isUsable(tokens, rejected) ? tokens.accessToken : refresh(services, id, source, rejected);
}

/** One refresh for all callers in this process. */
const refreshingOf = kept(() => new Map<string, Promise<string>>());

function refresh(services: Services, id: string, source: string, rejected: string): Promise<string> {
  const key = `${id} ${rejected}`;
  const refreshing = refreshingOf(services);
  const known = refreshing.get(key);
  if (known) return known;
  const fresh = refreshInTurn(services, id, source, rejected).finally(() => refreshing.delete(key));
  refreshing.set(key, fresh);
  return fresh;
}

/**
 * Refreshes one at a time among all processes, and stores the new pair before it is used: until a new token is used,
 * Box repeats its answer for the old refresh token, so that a lost answer costs nothing there. The turn is a mark in
 * the row, not a lock: a slow provider must not occupy a connection to the database.
 */
async function refreshInTurn(services: Services, id: string, source: string, rejected: string): Promise<string> {
  const { db } = services;
  for (;;) {
    const turn = await db.transaction().execute((tx) => takeTurn(services, tx, id, rejected));
    if (turn.token) return turn.token;
    if (turn.isTaken) {
      await wait(turnPollMs);
      continue;
    }
    try {
      const { used, next } = await askWithEither(services, source, turn.tokens);
      return await storeSurely(() => db.transaction().execute((tx) => store(services, tx, { id, source }, used, next)));
    } catch (error) {
      // Another process was faster, or took over before the provider answered: the pair it stored is valid.
      if (isRevoked(error) && (await hasChanged(services, id, turn.tokens))) continue;
      throw error;
    } finally {
      await db.updateTable('source_accounts').set({ refreshing_until: null }).where('id', '=', id).execute();
    }
  }
}

/** With the refresh token, or, if it is rejected, the previous one; each is tried once. */
async function askWithEither(services: Services, source: string, tokens: Tokens | undefined) {
  const { connector, app } = findProvider(services, source);
  const { auth } = connector;
  const { refreshToken, previousRefreshToken } = tokens ?? {};
  if (auth.kind !== 'oauth2' || !app || !refreshToken)
    throw plainError('auth_revoked', 'Access has expired. Reconnect the account.');
  const ask = (given: string) => askForTokens(services, source, () => auth.refresh(app, given));
  const next = await ask(refreshToken).catch((error: unknown) => {
    if (!isRevoked(error) || !previousRefreshToken) throw error;
    return ask(previousRefreshToken).catch(() => {
      throw error;
    });
  });
  return { used: refreshToken, next };
}

/**
 * Returns the token to use: the new one, unless the account was connected or refreshed by another process meanwhile.
 */
async function store(
  services: Services,
  tx: Executor,
  { id, source }: { id: string; source: string },
  used: string,
  next: TokenSet,
): Promise<string> {
  const secrets = await readSecrets(services, tx, id, true);
  if (secrets.tokens && secrets.tokens.refreshToken !== used) return secrets.tokens.accessToken;
  const refreshToken = next.refreshToken ?? used;
  const previous = refreshToken === used ? {} : { previousRefreshToken: used };
  await writeSecrets(services, tx, id, { ...secrets, tokens: { ...storable({ ...next, refreshToken }), ...previous } });
  // A company can withdraw part of what it has allowed.
  if (next.scopes.length > 0)
    await updateAccount(tx, id, { access: allowedAccess(findProvider(services, source), next.scopes) });
  // Another process may have been rejected with the token that this one spent.
  await sql`update source_accounts set status = 'connected', problem = null, next_sync_at = now()
    where id = ${id} and status = 'needs_reauth'`.execute(tx);
  return next.accessToken;
}

async function storeSurely<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error) || tries >= maxStoreTries) throw error;
      await wait(storeRetryMs);
    }
  }
}

async function hasChanged(services: Services, id: string, before: Tokens | undefined): Promise<boolean> {
  const { tokens } = await readSecrets(services, services.db, id);
  return tokens?.refreshToken !== before?.refreshToken;
}

/** Returns a valid token, or the turn to refresh it, or that another process has the turn. */
async function takeTurn(services: Services, tx: Executor, id: string, rejected: string) {
  const { tokens } = await readSecrets(services, tx, id, true);
  if (isUsable(tokens, rejected)) return { token: tokens.accessToken };
  const taken = await tx
    .updateTable('source_accounts')
    .set({ refreshing_until: sql`now() + make_interval(secs => ${turnSeconds})` })
    .where('id', '=', id)
    .where((row) => row.or([row('refreshing_until', 'is', null), row('refreshing_until', '<', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst();
  return { isTaken: !taken, tokens };
}

const isRevoked = (error: unknown) => error instanceof ConnectorError && error.code === 'auth_revoked';

export const isUsable = (tokens: Tokens | undefined, rejected: string): tokens is Tokens =>
  tokens !== undefined &&
  tokens.accessToken !== rejected &&
  (!tokens.expiresAt || Date.parse(tokens.expiresAt) - early > Date.now());
