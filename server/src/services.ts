import type { HttpClient, NetworkGuard } from '@sheaf/connectors';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { Database, Pool } from './db/pool.ts';
import type { Embedder } from './meaning/index.ts';
import type { BlobStore } from './platform/blobs/index.ts';
import type { MailTransport } from './platform/mail/index.ts';
import type { Memory } from './platform/memory.ts';
import type { Counters } from './platform/metrics/index.ts';
import type { Payments } from './platform/payments/index.ts';
import type { Keys } from './platform/secrets/keys.ts';
import type { Redact } from './platform/secrets/redaction.ts';
import type { Tracing } from './platform/tracing/index.ts';

export interface SandboxApp {
  clientId: string;
  clientSecret: string;
  settings?: Record<string, string>;
  urls: Record<string, string>;
  /** Where it can tell us of changes, if it can. */
  webhookUrl?: string;
}

/** A session or a key was used. */
export type Use = SessionUse | KeyUse;

export interface KeyUse {
  keyId: string;
}

export interface SessionUse {
  sessionId: string;
  userId: string;
  organizationId: string | null;
}

/** What handlers and jobs may reach; built once at start, handed down. */
export interface Services {
  config: Config;
  pool: Pool;
  /** The database itself, for what outlives a transaction: listening, the queue. Where there is no pooler, it is `pool`. */
  sessions: Pool;
  db: Database;
  blobs: BlobStore;
  keys: Keys;
  /** What turns texts into meanings: our own table, or the model that is configured. */
  embedder: Embedder;
  /** null: mail goes to the outbox. */
  mail: MailTransport | null;
  /** To providers, whose addresses the operator sets; and to addresses that people type, which are guarded. */
  http: HttpClient;
  guardedHttp: HttpClient;
  guard: NetworkGuard;
  /** The clouds in miniature that run beside us, by source. */
  sandbox: Readonly<Record<string, SandboxApp | undefined>>;
  /** null: billing is off. */
  payments: Payments | null;
  /** Hides our secrets in texts that quote others and that people may see. */
  redact: Redact;
  log: FastifyBaseLogger;
  /** What this instance keeps in memory: a feature asks for its own by `kept`. */
  memory: Memory;
  /** What metrics count; where there are none, nothing. */
  counters: Counters;
  tracing: Tracing;
  /** Prolongs a session that is used, dates the last use of a key. Never fails, and nobody waits for it. */
  noteUse(use: Use): void;
  /** A line for the person at the terminal. */
  announce(line: string): void;
  /** This process is the only one on its database (the embedded one), so every other worker's lock is a dead one's. */
  singleProcess: boolean;
}
