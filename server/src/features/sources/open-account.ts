import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import {
  type AccountContext,
  createDial,
  createPacer,
  type Pacer,
  plainError,
  type Session,
  type TokenSet,
} from '@sheaf/connectors';
import { kept } from '../../platform/memory.ts';
import { redactError, redactorOf } from '../../platform/secrets/redaction.ts';
import type { Services } from '../../services.ts';
import { appPacerOf } from './app-pauses.ts';
import { countTries, observedHttp } from './observed-http.ts';
import { plannedId } from './planned-ids.ts';
import { findProvider, type Provider } from './provider.ts';
import { isUsable, validToken } from './secrets/refresh-tokens.ts';
import { heldSecrets, readSecrets, writeSecrets } from './secrets/secrets.ts';

/** Parallelism learned per account, while the process lives; bounded. */
const pacersOf = kept(() => new Map<string, Pacer>());
const maxPacers = 1000;
/** A longer pause isn't waited for: the caller gets an error, and a sync run leaves its slot to others. */
const patienceMs = 30_000;

function pacerOf(services: Services, accountId: string, provider: Provider): Pacer {
  const pacers = pacersOf(services);
  const known = pacers.get(accountId);
  if (known) return known;
  if (pacers.size >= maxPacers) pacers.delete(pacers.keys().next().value!);
  const pacer = createPacer({ patienceMs, app: appPacerOf(services, provider) });
  pacers.set(accountId, pacer);
  return pacer;
}

/**
 * Opens a stored account without network access: problems with its secrets show at first use. The signal ends
 * everything in progress. `confirm` is called when it is a call's turn, also before retries; if it throws, the call
 * isn't made.
 */
export function openAccount(
  services: Services,
  account: { id: string; source: string },
  signal?: AbortSignal,
  confirm?: () => Promise<void>,
): Session {
  const provider = findProvider(services, account.source);
  const context = contextOf(services, account, provider, signal);
  return provider.connector.open(confirm ? { ...context, call: confirmed(context.call, confirm) } : context);
}

const confirmed =
  (call: AccountContext['call'], confirm: () => Promise<void>): AccountContext['call'] =>
  (work, options) =>
    call(async () => {
      if (!isUnconfirmed.getStore()) await confirm();
      return work();
    }, options);

const isUnconfirmed = new AsyncLocalStorage<true>();

/** A run may delete its own leftovers even after another has taken over: these calls aren't confirmed. */
export const unconfirmed = <T>(work: () => Promise<T>): Promise<T> => isUnconfirmed.run(true, work);

/** Opens fields that were just typed and aren't stored yet. */
export function openTyped(
  services: Services,
  source: string,
  fields: Record<string, string>,
): { session: Session; learned: Record<string, string> } {
  const provider = findProvider(services, source);
  const learned: Record<string, string> = {};
  const context = baseContext(services, provider, createPacer({ patienceMs }), typedSecrets(provider, fields));
  const session = provider.connector.open({
    ...context,
    // A person is waiting, and a wrong address stays wrong.
    call: (work, options) => context.call(work, { ...options, once: true }),
    plannedId: unrecorded,
    token: async () => {
      throw plainError('auth_revoked', 'This source has no tokens.');
    },
    fields: async () => ({ ...fields, ...learned }),
    remember: async (more) => void Object.assign(learned, more),
  });
  return { session, learned };
}

/** Opens tokens that aren't stored yet; problems show at first use. */
export function openFresh(services: Services, source: string, tokens: TokenSet): Session {
  const provider = findProvider(services, source);
  return provider.connector.open({
    ...baseContext(
      services,
      provider,
      createPacer({ patienceMs, app: appPacerOf(services, provider) }),
      new Set([tokens.accessToken]),
    ),
    plannedId: unrecorded,
    token: async () => tokens.accessToken,
    fields: async () => ({}),
    remember: async () => {},
  });
}

/** For an account that isn't stored yet, where nothing is created. */
const unrecorded: AccountContext['plannedId'] = (_key, propose) => propose();

function baseContext(
  services: Services,
  { connector, urls, app }: Provider,
  pacer: Pacer,
  secrets: ReadonlySet<string>,
  signal?: AbortSignal,
): Omit<AccountContext, 'token' | 'fields' | 'remember' | 'plannedId'> {
  const { http, guardedHttp, guard, log, tracing } = services;
  // Addresses that a person typed go through the guard; a provider's address is the operator's.
  const redact = (text: string) => services.redact(redactorOf(secrets)(text));
  const client = observedHttp(services, connector.manifest.slug, app ? http : guardedHttp);
  return {
    urls,
    settings: app?.settings ?? {},
    http: { send: (request) => client.send({ ...request, signal: request.signal ?? signal }) },
    dial: createDial(guard),
    call: (work, options) =>
      pacer
        .run(tracing.isOn ? countTries(work) : work, { ...options, signal: options?.signal ?? signal })
        // Messages quote the provider and are stored and shown.
        .catch((error) => {
          throw redactError(error, redact);
        }),
    log: {
      debug: (data, message) => log.debug(data, message),
      warn: (data, message) => log.warn(data, message),
    },
    now: () => new Date(),
    wait: (ms, earlier) => {
      const signals = [signal, earlier].filter((one) => one !== undefined);
      return setTimeout(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => {});
    },
  };
}

/** The values typed into password fields. */
function typedSecrets({ connector: { auth } }: Provider, fields: Record<string, string>): Set<string> {
  const hidden = auth.kind === 'credentials' ? auth.fields.filter(({ kind }) => kind === 'password') : [];
  return new Set(hidden.flatMap(({ name }) => fields[name] ?? []));
}

function contextOf(
  services: Services,
  { id, source }: { id: string; source: string },
  provider: Provider,
  signal?: AbortSignal,
): AccountContext {
  const { db } = services;
  const secrets = new Set<string>();
  const held = heldSecrets(services, id);
  return {
    ...baseContext(services, provider, pacerOf(services, id, provider), secrets, signal),
    async token({ rejected } = { rejected: '' }) {
      const { tokens } = await held.read();
      if (isUsable(tokens, rejected)) {
        secrets.add(tokens.accessToken);
        return tokens.accessToken;
      }
      held.expire();
      const token = await validToken(services, id, source, rejected);
      secrets.add(token);
      return token;
    },
    async fields() {
      const { fields = {} } = await held.read();
      for (const secret of typedSecrets(provider, fields)) secrets.add(secret);
      return fields;
    },
    plannedId: (key, propose, usedUp) => plannedId(db, id, key, propose, usedUp),
    async remember(more) {
      await db.transaction().execute(async (tx) => {
        const secrets = await readSecrets(services, tx, id, true);
        await writeSecrets(services, tx, id, { ...secrets, fields: { ...secrets.fields, ...more } });
      });
      held.expire();
    },
  };
}
