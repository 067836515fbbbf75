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
  /** The address to which it can send changes, if it can. */
  webhookUrl?: string;
}

/** A use of a session or a key. */
export type Use = SessionUse | KeyUse;

export interface KeyUse {
  keyId: string;
}

export interface SessionUse {
  sessionId: string;
  userId: string;
  organizationId: string | null;
}

/** What handlers and jobs may use; created once at start and passed down. */
export interface Services {
  config: Config;
  pool: Pool;
  /** The database itself, for what outlives a transaction: listening and the queue. Without a pooler it is `pool`. */
  sessions: Pool;
  db: Database;
  blobs: BlobStore;
  keys: Keys;
  /** Turns texts into vectors, with our own table or the configured model. */
  embedder: Embedder;
  /** null: mail is written to the outbox. */
  mail: MailTransport | null;
  /** For providers, whose addresses the operator sets, and (guarded) for addresses that people type. */
  http: HttpClient;
  guardedHttp: HttpClient;
  guard: NetworkGuard;
  /** The sandboxes that run beside us, by source. */
  sandbox: Readonly<Record<string, SandboxApp | undefined>>;
  /** null: billing is off. */
  payments: Payments | null;
  /** Hides our secrets in texts that quote others and that people may see. */
  redact: Redact;
  log: FastifyBaseLogger;
  /** What this instance keeps in memory: features get theirs with `kept`. */
  memory: Memory;
  /** The counters of the metrics; without metrics they count nothing. */
  counters: Counters;
  tracing: Tracing;
  /** Extends a session that is used, or dates the last use of a key. Never fails and is not awaited. */
  noteUse(use: Use): void;
  /** Prints a line for the person at the terminal. */
  announce(line: string): void;
  /** This process is the only one on its (embedded) database, so locks of all other workers are those of dead ones. */
  singleProcess: boolean;
}
