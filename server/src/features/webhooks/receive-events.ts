import { setTimeout as wait } from 'node:timers/promises';
import { type AppEvents, ConnectorError, type OAuthApp } from '@sheaf/connectors';
import { sql } from 'kysely';
import { keepTrying, type Pauses, usualPauses } from '../../platform/keep-trying.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { availableProviders } from '../sources/index.ts';
import { runAccounts } from './run-soon.ts';

/** A process that is silent for this long has lost its connections. */
const heldSeconds = 60;

interface Options {
  lookMs: number;
  pauses: Pauses;
}

const usual: Options = { lookMs: 20_000, pauses: usualPauses };

/**
 * Holds the connections on which providers report changes of all accounts (Slack's Socket Mode), each in one process,
 * and starts runs as a webhook would.
 */
export function startReceiving(services: Services, options: Options = usual): { stop(): Promise<void> } {
  const connections = availableProviders(services).flatMap(({ connector: { manifest, events }, app }) =>
    events && app && events.isSetUp(app) ? [{ source: manifest.slug, events, app }] : [],
  );
  const me = newId();
  const stopped = new AbortController();
  const held = Promise.all(
    connections.map((connection) => hold(services, connection, { me, options, signal: stopped.signal })),
  );
  return {
    async stop() {
      stopped.abort();
      await held;
      if (connections.length > 0)
        await sql`delete from app_listeners where listener = ${me}`.execute(services.db).catch(() => {});
    },
  };
}

interface AppConnection {
  source: string;
  events: AppEvents;
  app: OAuthApp;
}

/** Regularly tries to claim the connection, and receives as long as it is ours. */
async function hold(
  services: Services,
  connection: AppConnection,
  { me, options, signal }: { me: string; options: Options; signal: AbortSignal },
): Promise<void> {
  const { source } = connection;
  let receiving: { stop: AbortController; ended: Promise<void> } | null = null;
  while (!signal.aborted) {
    try {
      const isOurs = await claimConnection(services, source, me);
      if (!isOurs) receiving?.stop.abort();
      if (isOurs && (!receiving || receiving.stop.signal.aborted)) {
        await receiving?.ended;
        const stop = new AbortController();
        const ended = receive(services, connection, AbortSignal.any([stop.signal, signal]), options.pauses);
        receiving = { stop, ended };
      }
    } catch (error) {
      services.log.warn({ err: error, source }, 'the connection for events cannot be looked up');
    }
    await wait(options.lookMs, undefined, { signal, ref: false }).catch(() => {});
  }
  await receiving?.ended;
}

/** Claims the source's connection for this process for the next minute; false if another process has it. */
export async function claimConnection({ db }: Pick<Services, 'db'>, source: string, me: string): Promise<boolean> {
  const { rows } = await sql`insert into app_listeners as l (source, listener, until)
    values (${source}, ${me}, now() + make_interval(secs => ${heldSeconds}))
    on conflict (source) do update set listener = excluded.listener, until = excluded.until
      where l.listener = ${me} or l.until < now()
    returning source`.execute(db);
  return rows.length > 0;
}

/** Runs until aborted. An event is acknowledged once its runs are recorded. */
function receive(
  services: Services,
  { source, events, app }: AppConnection,
  signal: AbortSignal,
  pauses: Pauses,
): Promise<void> {
  const attempt = async (works: () => void) => {
    for await (const { remoteUserIds, startingWith } of events.receive(app, signal)) {
      works();
      await runAccounts(services, source, remoteUserIds, startingWith ?? []);
    }
  };
  const failed = (error: unknown) => {
    const known = error instanceof ConnectorError ? error : null;
    // Connections that end are normal; a refused token must be fixed by the operator.
    const isPassing = known?.code === 'unavailable' || known?.code === 'rate_limited';
    services.log[isPassing ? 'debug' : 'warn']({ err: error, source }, 'cannot receive events now');
    return known?.detail.retryAfterMs;
  };
  return keepTrying(signal, attempt, failed, pauses);
}
