import type { HttpClient, NetworkGuard } from '@sheaf/connectors';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database, Pool } from './db/pool.ts';
import type { BlobStore } from './platform/blobs/index.ts';
import type { Keys } from './platform/keys.ts';
import type { MailTransport } from './platform/mail/index.ts';

export interface SandboxApp {
  clientId: string;
  clientSecret: string;
  urls: Record<string, string>;
  /** Where it can tell us of changes, if it can. */
  webhookUrl?: string;
}

/** What handlers and jobs may reach; built once at start, handed down. */
export interface Services {
  config: Config;
  pool: Pool;
  db: Database;
  blobs: BlobStore;
  keys: Keys;
  /** null: mail goes to the outbox. */
  mail: MailTransport | null;
  /** To providers, whose addresses the operator sets; and to addresses that people type, which are guarded. */
  http: HttpClient;
  guardedHttp: HttpClient;
  guard: NetworkGuard;
  /** The clouds in miniature that run beside us, by source. */
  sandbox: Readonly<Record<string, SandboxApp | undefined>>;
  log: FastifyBaseLogger;
  /** A line for the person at the terminal. */
  announce(line: string): void;
  /** This process is the only one on its database (the embedded one), so every other worker's lock is a dead one's. */
  alone: boolean;
}
