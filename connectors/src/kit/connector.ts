import type { Duplex } from 'node:stream';
import type { z } from 'zod';
import type { Session } from './session.ts';

/** Something an opened account can do. The list in the manifest equals what its Session offers; a test proves it. */
export type Capability =
  | 'files'
  | 'files.changes'
  | 'files.export'
  | 'files.picker'
  | 'writes'
  | 'writes.move'
  | 'writes.copy'
  | 'writes.trash'
  | 'threads'
  | 'threads.changes'
  | 'quota';

export type HashAlgorithm = 'md5' | 'sha1' | 'sha256' | 'crc32c' | 'quickxor' | 'dropbox';
export type Hashes = Partial<Record<HashAlgorithm, string>>;

/** A source: what it is, how an account is authorised, and how one is opened. */
export interface Connector {
  manifest: Manifest;
  auth: OAuth | CredentialForm;
  /** No network yet: wrong secrets show at first use. */
  open(account: AccountContext): Session;
}

export interface Manifest {
  slug: string;
  name: string;
  capabilities: readonly Capability[];
  /** What the source reports, best first. */
  hashes: readonly HashAlgorithm[];
  /** False where the id is a path, so that a move looks like a deletion and a new file. */
  stableIds: boolean;
  /** False where two siblings may share a name. */
  uniqueNames: boolean;
  upload?: { chunkMultiple: number; maxChunk: number; maxSize: number };
}

export interface OAuth {
  kind: 'oauth2';
  authorizeUrl(app: OAuthApp, ask: { state: string; redirectUri: string; challenge: string }): URL;
  exchange(app: OAuthApp, answer: { code: string; redirectUri: string; verifier: string }): Promise<TokenSet>;
  /** A grant that is gone is `auth_revoked`. */
  refresh(app: OAuthApp, refreshToken: string): Promise<TokenSet>;
  revoke?(app: OAuthApp, tokens: TokenSet): Promise<void>;
}

/** For sources with an address and a key instead of OAuth. */
export interface CredentialForm {
  kind: 'credentials';
  /** Draws the form in the browser and checks it on the server. */
  schema: z.ZodObject;
  /** Fields that are encrypted at rest and never shown again. */
  secrets: readonly string[];
}

export interface OAuthApp {
  clientId: string;
  clientSecret: string;
  /** Where the provider lives; the sandbox in tests and demos. */
  baseUrl: string;
}

export interface TokenSet {
  accessToken: string;
  refreshToken?: string;
  expiresAt: Date | null;
  scopes: string[];
}

/** All a connector may touch: no database, environment, clock, global fetch or socket of its own. */
export interface AccountContext {
  /** Paced per account. */
  http: { send(request: Request, options?: { signal?: AbortSignal; idempotent?: boolean }): Promise<Response> };
  /** A raw connection, for protocols that are not HTTP; behind the same guard against private networks. */
  dial(host: string, port: number, options: { tls: boolean }): Promise<Duplex>;
  /** A valid access token. Given the one that was rejected, it refreshes, once for all who ask. */
  token(options?: { rejected: string }): Promise<string>;
  fields(): Promise<Record<string, string>>;
  log: { debug(data: object, message: string): void; warn(data: object, message: string): void };
  now(): Date;
}
