import { ConnectorError, type OAuthApp, type TokenSet } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { enqueue, jobType } from '../../../jobs/queue.ts';
import { onSlicedJob } from '../../../jobs/sliced.ts';
import type { Services } from '../../../services.ts';
import { openFresh } from '../open-account.ts';
import { availableProviders, findProvider, type Provider } from '../provider.ts';
import { endWatch } from '../watch.ts';
import type { Secrets } from './secrets.ts';

const revokeJob = jobType<object>('sources.revoke-grants');
const atOnce = 20;
/** About a day; then the grant is deleted here without being revoked. */
const maxAttempts = 8;

interface Grant {
  id: number;
  source: string;
  remote_user_id: string;
  /** Null for grants recorded by the previous version. */
  login: string | null;
  secrets: Buffer;
  watch_id: string | null;
  attempts: number;
}

/** Revokes soon after the transaction that took an account from its owner; otherwise it happens within a minute. */
export const revokeSoon = (tx: Executor): Promise<void> => enqueue(tx, revokeJob, {}, { key: revokeJob.name });

/** Records a grant without an account, because the authorization could not be stored. */
export async function dropGrant(
  { db, keys }: Services,
  grant: { source: string; remote_user_id: string; login: string; secrets: Secrets },
): Promise<void> {
  const secrets = keys.seal(JSON.stringify(grant.secrets));
  await sql`insert into grants_to_revoke (source, remote_user_id, login, secrets)
    values (${grant.source}, ${grant.remote_user_id}, ${grant.login}, ${secrets})`.execute(db);
  await revokeSoon(db);
}

/** Every minute, and soon after access was removed: asks providers to revoke what is no longer used. */
export const revokeGrants = onSlicedJob(
  revokeJob,
  async (services) => {
    const grants = await claim(services.db);
    await Promise.all(grants.map((grant) => revokeOne(services, grant)));
    return grants.length === atOnce;
  },
  '* * * * *',
);

/**
 * Schedules the next attempt before this one, so that no other process takes the grant and a killed attempt is
 * repeated.
 */
async function claim(db: Executor): Promise<Grant[]> {
  const { rows } = await sql<Grant>`update grants_to_revoke set attempts = attempts + 1,
      next_try_at = now() + make_interval(mins => (5 * 2 ^ least(attempts, 8))::int)
    where id in (select id from grants_to_revoke where next_try_at <= now()
      order by id limit ${atOnce} for update skip locked)
    returning id, source, remote_user_id, login, secrets, watch_id, attempts`.execute(db);
  return rows;
}

async function revokeOne(services: Services, grant: Grant): Promise<void> {
  const { db, log } = services;
  try {
    await revoke(services, grant);
  } catch (error) {
    log.warn({ err: error, source: grant.source, attempts: grant.attempts }, 'a grant could not be revoked');
    if (error instanceof ConnectorError && grant.attempts < maxAttempts) return;
  }
  await db.deleteFrom('grants_to_revoke').where('id', '=', grant.id).execute();
}

async function revoke(services: Services, grant: Grant): Promise<void> {
  const provider = findProvider(services, grant.source);
  const { connector, app } = provider;
  const { tokens } = JSON.parse(services.keys.unseal(grant.secrets)) as Secrets;
  if (connector.auth.kind !== 'oauth2' || !app || !tokens) return;
  const held: TokenSet = { ...tokens, expiresAt: tokens.expiresAt ? new Date(tokens.expiresAt) : null };
  if (grant.watch_id) await stopWatch(services, provider, held, grant);
  // Providers revoke everything between a person and the app at once, so not while another account here uses it.
  if (await isUsedElsewhere(services, grant, app)) return;
  await connector.auth.revoke?.(app, held);
}

async function stopWatch(services: Services, { connector, app }: Provider, tokens: TokenSet, grant: Grant) {
  try {
    const over = tokens.expiresAt && tokens.expiresAt.getTime() < Date.now() + 60_000;
    const usable =
      over && tokens.refreshToken && app && connector.auth.kind === 'oauth2'
        ? await connector.auth.refresh(app, tokens.refreshToken)
        : tokens;
    const session = openFresh(services, grant.source, usable);
    await endWatch(services, session, grant.watch_id!).finally(() => session[Symbol.asyncDispose]());
  } catch (error) {
    // It ends within days on its own, and its news are ignored.
    services.log.warn({ err: error }, 'a watch could not be ended');
  }
}

/**
 * Whether another account of the same login uses the grant, at this app or at one with the same client: Drive and Gmail
 * are one grant to Google. If the login is unknown, any account there might.
 */
async function isUsedElsewhere(services: Services, grant: Grant, { clientId, urls }: OAuthApp): Promise<boolean> {
  const { source, remote_user_id, login } = grant;
  const siblings = availableProviders(services)
    .filter(
      ({ app, connector }) =>
        app?.clientId === clientId && app.urls.token === urls.token && connector.manifest.slug !== source,
    )
    .map(({ connector }) => connector.manifest.slug);
  const { rows } = await sql`select from source_accounts where secrets is not null and (
      (source = ${source} and remote_user_id = ${remote_user_id})
      or (source = any(${siblings}) and (${login}::text is null or lower(name) = lower(${login}))))
    limit 1`.execute(services.db);
  return rows.length > 0;
}
