import { createHash, randomBytes } from 'node:crypto';
import { ConnectorError, type Session } from '@sheaf/connectors';
import { type Plan, planLimits, type SourceAccount } from '@sheaf/contract';
import { sql } from 'kysely';
import { AppError, notFound, wrongField } from '../../errors.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { tokenHash } from '../../platform/keys.ts';
import { forgive, throttle } from '../../platform/throttle.ts';
import type { Services } from '../../services.ts';
import { lockOrganization } from '../organizations/index.ts';
import { presentAccount } from './accounts.present.ts';
import { countOrganizationAccounts, findAccount, upsertAccount } from './accounts.queries.ts';
import { openFresh, openTyped } from './open-account.ts';
import { findProvider } from './provider.ts';
import { type Secrets, storable } from './secrets.ts';

const random = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const redirectUri = ({ config }: Services) => `${config.publicUrl}/oauth`;

const stale = () => new AppError('conflict', 'This authorisation is not valid any more. Please connect the app again.');

/** Where the browser goes. State and verifier are ours alone; the state is stored as a hash, bound to who asks. */
export async function beginConnect(
  services: Services,
  viewer: Member,
  source: string,
  accountId?: string,
): Promise<{ url: string }> {
  const { connector, app } = findProvider(services, source);
  if (accountId && (await findAccount(services.db, viewer, accountId))?.source !== source)
    throw notFound('This account');
  // Told before the person goes to the provider; asked again, under the lock, when they are back.
  if (!accountId) await refuseNewAccount(services, viewer);
  const [state, verifier] = [random(), random()];
  await services.db
    .insertInto('source_authorizations')
    .values({
      state_hash: tokenHash(state),
      ...ownedBy(viewer),
      source,
      account_id: accountId ?? null,
      verifier,
      expires_at: sql`now() + interval '10 minutes'`,
    })
    .execute();
  if (connector.auth.kind === 'oauth2' && app) {
    const ask = { state, redirectUri: redirectUri(services), challenge: challengeOf(verifier) };
    return { url: connector.auth.authorizeUrl(app, ask).href };
  }
  return { url: `${services.config.publicUrl}/oauth/connect?${new URLSearchParams({ source, state })}` };
}

async function refuseNewAccount({ db }: Services, { membership: { organizationId } }: Member): Promise<void> {
  const { plan } = await db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  refuseBeyond(plan, (await countOrganizationAccounts(db, organizationId)) + 1);
}

function refuseBeyond(plan: string, accounts: number): void {
  const allowed = planLimits[plan as Plan].accounts;
  if (allowed === null || accounts <= allowed) return;
  throw new AppError('plan_limit', `The ${plan} plan includes ${allowed} connected accounts. Upgrade to connect more.`);
}

/** The authorisation a state stands for, if it is this person's, for this source, and young enough. */
function mine(services: Services, viewer: Member, source: string, state: string) {
  return services.db
    .selectFrom('source_authorizations')
    .selectAll()
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

/** Tries what was typed at once, so that a wrong password is told on the form. Kept sealed until the code comes back. */
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
  // Whoever guesses passwords of a server must not do it through us.
  const tries = `credentials ${viewer.id}`;
  await throttle(
    services.db,
    tries,
    { times: 20, seconds: 900 },
    'Too many tries. Please wait a little and try again.',
  );
  const { session, learned } = openTyped(services, given.source, fields);
  await told(session.identity()).finally(() => session[Symbol.asyncDispose]());
  await forgive(services.db, tries);
  const code = random();
  const secrets: Secrets = { fields: { ...fields, ...learned } };
  await services.db
    .updateTable('source_authorizations')
    .set({ secrets: services.keys.seal(JSON.stringify(secrets)), code_hash: tokenHash(code) })
    .where('state_hash', '=', tokenHash(given.state))
    .execute();
  return { code, fingerprint: learned.hostKey ?? null };
}

/** A failure of the provider in words for the person, not as a fault of ours. */
export async function told<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof ConnectorError ? new AppError('source_failed', error.message) : error;
  });
}

/** Takes the state (once, whoever comes second is told), exchanges the code, and stores the account. */
export async function finishConnect(
  services: Services,
  viewer: Member,
  given: { code: string; source: string; state: string },
): Promise<SourceAccount> {
  const { connector, app } = findProvider(services, given.source);
  const begun = await mine(services, viewer, given.source, given.state).executeTakeFirst();
  if (!begun) throw stale();
  const taken = await services.db
    .deleteFrom('source_authorizations')
    .where('state_hash', '=', begun.state_hash)
    .executeTakeFirst();
  if (taken.numDeletedRows !== 1n) throw stale();
  const secrets = await told(exchange());
  const session = secrets.tokens
    ? openFresh(services, given.source, { ...secrets.tokens, expiresAt: null })
    : openTyped(services, given.source, secrets.fields ?? {}).session;
  const identity = await told(session.identity()).finally(() => closed(session));
  const id = await services.db.transaction().execute(async (tx) => {
    const organization = await lockOrganization(tx, viewer.membership.organizationId);
    const accountId = await upsertAccount(tx, viewer, {
      source: given.source,
      remote_user_id: identity.remoteUserId,
      name: identity.email ?? identity.label,
      secrets: services.keys.seal(JSON.stringify(secrets)),
      settings: { file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] },
    });
    if (begun.account_id && begun.account_id !== accountId) {
      throw new AppError(
        'another_account',
        `That was another account (${identity.email ?? identity.label}). Please choose the one to connect again.`,
      );
    }
    refuseBeyond(organization.plan, await countOrganizationAccounts(tx, organization.id));
    return accountId;
  });
  return presentAccount(services, (await findAccount(services.db, viewer, id))!);

  async function exchange(): Promise<Secrets> {
    if (connector.auth.kind === 'oauth2' && app) {
      const answer = { code: given.code, redirectUri: redirectUri(services), verifier: begun!.verifier };
      return { tokens: storable(await connector.auth.exchange(app, answer)) };
    }
    if (!begun!.secrets || !begun!.code_hash || !tokenHash(given.code).equals(begun!.code_hash)) throw stale();
    return JSON.parse(services.keys.unseal(begun!.secrets));
  }
}

const closed = (session: Session) => session[Symbol.asyncDispose]();
