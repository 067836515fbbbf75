import { createHash, randomBytes } from 'node:crypto';
import { ConnectorError, type CredentialForm, type Session, wrongFieldOf } from '@sheaf/connectors';
import type { SourceAccount } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../../errors.ts';
import { type Member, ownedBy } from '../../../http/viewer.ts';
import { resetThrottle, throttle } from '../../../platform/limits/index.ts';
import { tokenHash, UnreadableSecret } from '../../../platform/secrets/keys.ts';
import type { Services } from '../../../services.ts';
import { audit } from '../../audit/index.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { limitReached, limitsOf } from '../../plans/index.ts';
import { presentAccount } from '../accounts.present.ts';
import { countOrganizationAccounts, findAccount, upsertAccount } from '../accounts.queries.ts';
import { askForTokens, refuseWhilePaused } from '../app-pauses.ts';
import { openFresh, openTyped } from '../open-account.ts';
import { allowedAccess, findProvider, moreAccess } from '../provider.ts';
import { dropGrant } from '../secrets/revoke-grants.ts';
import { type Secrets, storable } from '../secrets/secrets.ts';
import { plainReason } from './plain-reason.ts';

const random = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const redirectUri = ({ config }: Services) => `${config.publicUrl}/oauth`;

const stale = () => new AppError('conflict', 'This authorization is no longer valid. Connect the app again.');

/** The sealed data of an authorization in progress. */
interface Pending extends Secrets {
  /** Proves to the provider that the code is redeemed by the client that requested it. */
  verifier?: string;
}

/**
 * The address for the browser. State and verifier stay with us; the state is stored as a hash and bound to the person.
 */
export async function beginConnect(
  services: Services,
  viewer: Member,
  { source, account_id: accountId, access }: { source: string; account_id?: string; access?: string },
): Promise<{ url: string }> {
  const provider = findProvider(services, source);
  const { connector, app } = provider;
  const account = accountId ? await findAccount(services.db, viewer, accountId) : undefined;
  if (accountId && account?.source !== source) throw notFound('This account');
  if (access !== undefined && !moreAccess(provider).some(({ key }) => key === access)) throw notFound('This access');
  await asSourceError(refuseWhilePaused(services, source, ['calls', 'tokens']));
  // Checked before the person goes to the provider, and again under the lock when they return.
  if (!accountId) await refuseNewAccount(services, viewer);
  const [state, verifier] = [random(), random()];
  await services.db
    .insertInto('source_authorizations')
    .values({
      state_hash: tokenHash(state),
      ...ownedBy(viewer),
      source,
      account_id: accountId ?? null,
      secrets: services.keys.seal(JSON.stringify({ verifier } satisfies Pending)),
      expires_at: sql`now() + interval '10 minutes'`,
    })
    .execute();
  if (connector.auth.kind === 'oauth2' && app) {
    const ask = {
      state,
      redirectUri: redirectUri(services),
      challenge: challengeOf(verifier),
      access: [...new Set([...(account?.access ?? []), ...(access === undefined ? [] : [access])])],
      ...(account && access !== undefined && { login: account.name }),
    };
    return { url: connector.auth.authorizeUrl(app, ask).href };
  }
  return { url: `${services.config.publicUrl}/oauth/connect?${new URLSearchParams({ source, state })}` };
}

async function refuseNewAccount(services: Services, viewer: Member): Promise<void> {
  const { db } = services;
  const { organizationId } = viewer.membership;
  const { plan } = await db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  refuseBeyond(services, viewer, plan, (await countOrganizationAccounts(db, organizationId)) + 1);
}

/** `accounts` includes the new one. */
function refuseBeyond(services: Services, { membership }: Member, plan: string, accounts: number): void {
  const allowed = limitsOf(services, plan).accounts;
  if (allowed === null || accounts <= allowed) return;
  throw limitReached(services, { plan, limit: 'accounts', used: accounts - 1, role: membership.role });
}

/** The authorization with this state, if it is this person's, for this source, and hasn't expired. */
function mine(services: Services, viewer: Member, source: string, state: string) {
  return services.db
    .selectFrom('source_authorizations')
    .select(['state_hash', 'account_id', 'code_hash', 'secrets'])
    .where((row) => row.and({ state_hash: tokenHash(state), source, ...ownedBy(viewer) }))
    .where('expires_at', '>', sql<Date>`now()`);
}

export async function credentialForm(services: Services, viewer: Member, source: string, state: string) {
  const { connector } = findProvider(services, source);
  if (connector.auth.kind !== 'credentials') throw notFound('This app');
  if (!(await mine(services, viewer, source, state).executeTakeFirst())) throw stale();
  const { slug, name } = connector.manifest;
  return {
    source: { slug, name },
    fields: connector.auth.fields.map((field) => ({ ...field, hint: field.hint ?? null })),
  };
}

/**
 * Tries the fields at once, so that a wrong password is reported in the form. They are kept sealed until the code comes
 * back.
 */
export async function submitCredentials(
  services: Services,
  viewer: Member,
  given: { source: string; state: string; fields: Record<string, string> },
): Promise<{ code: string; fingerprint: string | null }> {
  const { connector } = findProvider(services, given.source);
  if (connector.auth.kind !== 'credentials') throw notFound('This app');
  if (!(await mine(services, viewer, given.source, given.state).executeTakeFirst())) throw stale();
  const parsed = connector.auth.schema.safeParse(given.fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrongField(issue?.path.join('.') || 'fields', issue?.message ?? 'This is required');
  }
  const fields = parsed.data as Record<string, string>;
  // No one may use us to guess passwords of a server.
  const tries = `credentials ${viewer.id}`;
  await throttle(
    services.db,
    tries,
    { times: 20, seconds: 900 },
    'Too many attempts. Wait a few minutes, then try again.',
  );
  const { session, learned } = openTyped(services, given.source, fields);
  const { auth } = connector;
  await session
    .identity()
    .catch((error) => {
      throw error instanceof ConnectorError ? atField(auth, error) : error;
    })
    .finally(() => session[Symbol.asyncDispose]());
  await resetThrottle(services.db, tries);
  const code = random();
  const secrets: Secrets = { fields: { ...fields, ...learned } };
  await services.db
    .updateTable('source_authorizations')
    .set({ secrets: services.keys.seal(JSON.stringify(secrets)), code_hash: tokenHash(code) })
    .where('state_hash', '=', tokenHash(given.state))
    .execute();
  return { code, fingerprint: learned.hostKey ?? null };
}

/** Turns a provider's failure into an error with a message for people, rather than a server error. */
export async function asSourceError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof ConnectorError ? sourceFailed(error) : error;
  });
}

function sourceFailed(error: ConnectorError): AppError {
  const [message, detail] = inWords(error);
  return new AppError('source_failed', message, { ...detail, cause: error });
}

/** Reports the error at the wrong field, if there is one. */
function atField(form: CredentialForm, error: ConnectorError): AppError {
  const [message, detail] = inWords(error);
  const field = wrongFieldOf(form, error);
  return new AppError('source_failed', message, {
    ...detail,
    ...(field && { errors: { [field]: [message] } }),
    cause: error,
  });
}

function inWords(error: ConnectorError): [string, { retryAfter?: number }] {
  const { code, detail } = error;
  const message = plainReason(error, 'The app');
  if (code === 'unavailable' && error.plain === null) return [`${message} Try again in a few minutes.`, {}];
  if (code !== 'rate_limited' || detail.retryAfterMs === undefined) return [message, {}];
  const minutes = Math.max(1, Math.ceil(detail.retryAfterMs / 60_000));
  const wait =
    minutes < 120 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${Math.ceil(minutes / 60)} hours`;
  return [`${message} Try again in ${wait}.`, { retryAfter: detail.retryAfterMs / 1000 }];
}

/** Takes the state (once; a second request gets an error), exchanges the code, and stores the account. */
export async function finishConnect(
  services: Services,
  viewer: Member,
  given: { code: string; source: string; state: string },
): Promise<SourceAccount> {
  const provider = findProvider(services, given.source);
  const { connector, app } = provider;
  const begun = await mine(services, viewer, given.source, given.state).executeTakeFirst();
  if (!begun) throw stale();
  const taken = await services.db
    .deleteFrom('source_authorizations')
    .where('state_hash', '=', begun.state_hash)
    .executeTakeFirst();
  if (taken.numDeletedRows !== 1n) throw stale();
  const secrets = await asSourceError(exchange());
  const session = secrets.tokens
    ? openFresh(services, given.source, { ...secrets.tokens, expiresAt: null })
    : openTyped(services, given.source, secrets.fields ?? {}).session;
  const identity = await asSourceError(session.identity()).finally(() => closed(session));
  const stored = services.db.transaction().execute(async (tx) => {
    const organization = await lockOrganization(tx, viewer.membership.organizationId);
    const accountId = await upsertAccount(tx, viewer, {
      source: given.source,
      remote_user_id: identity.remoteUserId,
      name: identity.email ?? identity.label,
      secrets: services.keys.seal(JSON.stringify(secrets)),
      access: allowedAccess(provider, secrets.tokens?.scopes ?? []),
      settings: { file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] },
    });
    if (begun.account_id && begun.account_id !== accountId && !(await isHandedOver(tx, begun.account_id))) {
      throw new AppError(
        'another_account',
        `That’s a different account (${identity.email ?? identity.label}). Choose the one you want to reconnect.`,
      );
    }
    refuseBeyond(services, viewer, organization.plan, await countOrganizationAccounts(tx, organization.id));
    await audit(tx, viewer, {
      action: 'source_connected',
      object: { kind: 'account', id: accountId, name: identity.email ?? identity.label },
      details: { app: connector.manifest.name, ...(begun.account_id && { reconnected: true }) },
    });
    return accountId;
  });
  const id = await stored.catch(async (error) => {
    // The authorization wasn't used, so the provider must not keep it.
    await dropGrant(services, {
      source: given.source,
      remote_user_id: identity.remoteUserId,
      login: identity.label,
      secrets,
    });
    throw error;
  });
  return presentAccount(services, (await findAccount(services.db, viewer, id))!);

  async function exchange(): Promise<Secrets> {
    const pending = begun!.secrets ? readPending(services, begun!.secrets) : {};
    if (connector.auth.kind === 'oauth2' && app) {
      const answer = { code: given.code, redirectUri: redirectUri(services), verifier: pending.verifier ?? '' };
      const { auth } = connector;
      return { tokens: storable(await askForTokens(services, given.source, () => auth.exchange(app, answer))) };
    }
    if (!begun!.code_hash || !tokenHash(given.code).equals(begun!.code_hash)) throw stale();
    return { fields: pending.fields };
  }
}

/** An unreadable one counts as expired: the person starts again. */
function readPending({ keys }: Services, secrets: Uint8Array): Pending {
  try {
    return JSON.parse(keys.unseal(secrets));
  } catch (error) {
    throw error instanceof UnreadableSecret ? stale() : error;
  }
}

/** Whether it came from a member who left: the new owner may connect a login of their own as a separate account. */
async function isHandedOver(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from source_accounts where id = ${id} and handed_over_from is not null`.execute(tx);
  return rows.length > 0;
}

const closed = (session: Session) => session[Symbol.asyncDispose]();
