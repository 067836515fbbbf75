import { createHttpClient, type HttpClient, type HttpRequest } from '@sheaf/connectors';
import pg from 'pg';
import { openDatabase } from '../db/database.ts';
import { Memory } from '../platform/memory.ts';
import { newId } from '../platform/uuid.ts';
import type { Services } from '../services.ts';
import { sessionsEnded } from './processes/worker-process.ts';

export interface Killable {
  services: Services;
  readonly isDead: boolean;
  /** How many statements were sent to the database. */
  readonly statements: number;
  /** Resolves once its last transaction is committed or rolled back. */
  end(): Promise<void>;
}

class Killed extends Error {}

/**
 * A worker's services on connections of their own, which die like a killed process at the nth statement: that one and
 * everything after it does not happen, open transactions are lost, nothing is cleaned up. `onCall` sees each call to the
 * source before it is sent. Calls to a source time out after a second or, with `usualTimeouts`, as in production: for tests
 * without hanging sources, because on a busy machine any answer can take longer than a second.
 */
export function killableServices(
  services: Services,
  dieAt: number | null,
  onCall: (nth: number, request: HttpRequest) => Promise<void>,
  { usualTimeouts = false } = {},
): Killable {
  const name = `killableServices-${newId()}`;
  const pool = new pg.Pool({ ...services.pool.options, max: 4, application_name: name });
  const clients = new Set<pg.PoolClient>();
  let statements = 0;
  let isDead = false;
  const die = () => {
    isDead = true;
    for (const client of clients)
      (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream.destroy();
  };
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => {});
    const send = client.query.bind(client) as (...query: unknown[]) => unknown;
    client.query = ((...query: unknown[]) => {
      if (!isDead && ++statements === dieAt) die();
      return isDead ? Promise.reject(new Killed()) : send(...query);
    }) as typeof client.query;
  });
  let calls = 0;
  const own = createHttpClient({ userAgent: 'Sheaf test', ...(!usualTimeouts && { idleMs: 1_000 }) });
  const guarded = createHttpClient({
    userAgent: 'Sheaf test',
    ...(!usualTimeouts && { idleMs: 5_000 }),
    guard: services.guard,
  });
  const watched = (http: HttpClient): HttpClient => ({
    async send(request) {
      await onCall(++calls, request);
      if (isDead) throw new Killed();
      return http.send(request);
    },
  });
  return {
    services: {
      ...services,
      pool,
      db: openDatabase(pool),
      memory: new Memory(),
      http: watched(own),
      guardedHttp: watched(guarded),
    },
    get isDead() {
      return isDead;
    },
    get statements() {
      return statements;
    },
    async end() {
      own.close();
      guarded.close();
      await pool.end();
      await sessionsEnded(services, name);
    },
  };
}
