import {
  type AccountContext,
  ConnectorError,
  createDial,
  createPacer,
  type Pacer,
  type Session,
  type TokenSet,
} from '@sheaf/connectors';
import type { Executor } from '../../db/pool.ts';
import type { Services } from '../../services.ts';
import { findProvider, type Provider } from './provider.ts';

/** What is sealed in a row: tokens of an OAuth source, or the fields of one with credentials. */
export interface Secrets {
  tokens?: Omit<TokenSet, 'expiresAt'> & { expiresAt: string | null };
  fields?: Record<string, string>;
}

const early = 120_000;
/** Parallelism learned per account, as long as the process lives; bounded. */
const pacers = new Map<string, Pacer>();
const mostPacers = 1000;

function pacerOf(accountId: string): Pacer {
  const known = pacers.get(accountId);
  if (known) return known;
  if (pacers.size >= mostPacers) pacers.delete(pacers.keys().next().value!);
  const pacer = createPacer();
  pacers.set(accountId, pacer);
  return pacer;
}

/** Opens a stored account. No network yet: what is wrong with its secrets shows at first use. */
export function openAccount(services: Services, account: { id: string; source: string }): Session {
  const provider = findProvider(services, account.source);
  return provider.connector.open(contextOf(services, account, provider));
}

/** For what was typed just now and is not stored yet. */
export function openTyped(
  services: Services,
  source: string,
  fields: Record<string, string>,
): { session: Session; learned: Record<string, string> } {
  const provider = findProvider(services, source);
  const learned: Record<string, string> = {};
  const context = baseContext(services, provider, createPacer());
  const session = provider.connector.open({
    ...context,
    token: async () => {
      throw new ConnectorError('auth_revoked', 'This source has no tokens.');
    },
    fields: async () => ({ ...fields, ...learned }),
    remember: async (more) => void Object.assign(learned, more),
  });
  return { session, learned };
}

/** With tokens that are not stored yet: only as good as their first use. */
export function openFresh(services: Services, source: string, tokens: TokenSet): Session {
  const provider = findProvider(services, source);
  return provider.connector.open({
    ...baseContext(services, provider, createPacer()),
    token: async () => tokens.accessToken,
    fields: async () => ({}),
    remember: async () => {},
  });
}

function baseContext({ http, guardedHttp, guard, log }: Services, { urls, app }: Provider, pacer: Pacer) {
  return {
    urls,
    // What a person typed goes through the guard; a provider's address is the operator's.
    http: app ? http : guardedHttp,
    dial: createDial(guard),
    call: pacer.run.bind(pacer),
    log: {
      debug: (data: object, message: string) => log.debug(data, message),
      warn: (data: object, message: string) => log.warn(data, message),
    },
    now: () => new Date(),
  };
}

function contextOf(
  services: Services,
  { id, source }: { id: string; source: string },
  provider: Provider,
): AccountContext {
  const { db } = services;
  return {
    ...baseContext(services, provider, pacerOf(id)),
    async token({ rejected } = { rejected: '' }) {
      const { tokens } = await readSecrets(services, db, id);
      const valid = tokens && (!tokens.expiresAt || Date.parse(tokens.expiresAt) - early > Date.now());
      if (tokens && valid && tokens.accessToken !== rejected) return tokens.accessToken;
      return refresh(services, id, source, rejected);
    },
    async fields() {
      return (await readSecrets(services, db, id)).fields ?? {};
    },
    async remember(more) {
      await db.transaction().execute(async (tx) => {
        const secrets = await readSecrets(services, tx, id, true);
        await writeSecrets(services, tx, id, { ...secrets, fields: { ...secrets.fields, ...more } });
      });
    },
  };
}

async function readSecrets({ keys }: Services, db: Executor, id: string, lock = false): Promise<Secrets> {
  const row = db.selectFrom('source_accounts').select('secrets').where('id', '=', id);
  const found = await (lock ? row.forUpdate() : row).executeTakeFirst();
  if (!found?.secrets) throw new ConnectorError('auth_revoked', 'This account is not connected any more.');
  return JSON.parse(keys.unseal(found.secrets));
}

async function writeSecrets({ keys }: Services, tx: Executor, id: string, secrets: Secrets): Promise<void> {
  await tx
    .updateTable('source_accounts')
    .set({ secrets: keys.seal(JSON.stringify(secrets)) })
    .where('id', '=', id)
    .execute();
}

/** Under the row's lock: whoever comes second finds the new pair. It is stored before anybody uses it. */
async function refresh(services: Services, id: string, source: string, rejected: string): Promise<string> {
  const { connector, app } = findProvider(services, source);
  return services.db.transaction().execute(async (tx) => {
    const secrets = await readSecrets(services, tx, id, true);
    const { tokens } = secrets;
    const fresh = tokens?.expiresAt ? Date.parse(tokens.expiresAt) - early > Date.now() : true;
    if (tokens && fresh && tokens.accessToken !== rejected) return tokens.accessToken;
    if (connector.auth.kind !== 'oauth2' || !app || !tokens?.refreshToken) {
      throw new ConnectorError('auth_revoked', 'Access has expired. Please connect the account again.');
    }
    const next = await connector.auth.refresh(app, tokens.refreshToken);
    await writeSecrets(services, tx, id, {
      ...secrets,
      tokens: storable({ ...next, refreshToken: next.refreshToken ?? tokens.refreshToken }),
    });
    return next.accessToken;
  });
}

export const storable = (tokens: TokenSet): Secrets['tokens'] => ({
  ...tokens,
  expiresAt: tokens.expiresAt?.toISOString() ?? null,
});
