import type { Socket } from 'node:net';
import type { z } from 'zod';
import type { HashAlgorithm } from './hashes.ts';
import type { HttpClient } from './http.ts';
import type { NameRules } from './names.ts';
import type { Session } from './session.ts';

/** Something an opened account can do. The list in the manifest equals what its Session offers; a test proves it. */
export type Capability =
  | 'files'
  | 'files.changes'
  | 'files.watch'
  | 'files.export'
  | 'files.picker'
  | 'writes'
  | 'writes.move'
  | 'writes.copy'
  | 'writes.trash'
  | 'threads'
  | 'threads.changes'
  | 'quota';

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
  /** The provider's addresses by name, as they are in production; each can be set by configuration. */
  urls: Readonly<Record<string, string>>;
  /** What the source reports, best first. */
  hashes: readonly HashAlgorithm[];
  /** False where the id is a path, so that a move looks like a deletion and a new file. */
  stableIds: boolean;
  /** False where two siblings may share a name. */
  uniqueNames: boolean;
  /** How a file is sent: every chunk but the last a multiple of chunkMultiple and at most maxChunk. */
  upload?: { chunkMultiple: number; maxChunk: number; maxSize: number };
  /** What a name may be at this source; a name it would refuse is mapped before it is sent. */
  names: NameRules;
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
  /** The form, in the order it is shown. */
  fields: readonly FormField[];
  /** Checks what was typed; every value is a string. */
  schema: z.ZodObject;
  /** Fields that are encrypted at rest and never shown again. */
  secrets: readonly string[];
}

export interface FormField {
  name: string;
  label: string;
  kind: 'text' | 'password' | 'number' | 'multiline';
  required: boolean;
  hint?: string;
}

/** Our registration at the provider, and what is needed to talk to it before there is an account. */
export interface OAuthApp {
  clientId: string;
  clientSecret: string;
  urls: Readonly<Record<string, string>>;
  http: HttpClient;
}

export interface TokenSet {
  accessToken: string;
  refreshToken?: string;
  expiresAt: Date | null;
  scopes: string[];
}

/** All a connector may touch: no database, environment, clock, global fetch or socket of its own. */
export interface AccountContext {
  /** Where the provider's services live, by the names the connector's manifest lists; the sandbox in tests and demos. */
  urls: Readonly<Record<string, string>>;
  /** One request, no retry: any status is an answer. What goes through the network at all goes through here. */
  http: HttpClient;
  /** A raw connection, for protocols that are not HTTP; behind the same guard against private networks. */
  dial(host: string, port: number): Promise<Socket>;
  /**
   * Runs one call to the provider in a free slot of the account, and again when it throws a ConnectorError that
   * waiting mends (`rate_limited`, `unavailable`). What must not happen twice passes `once`.
   */
  call<T>(work: () => Promise<T>, options?: { once?: boolean; signal?: AbortSignal }): Promise<T>;
  /** A valid access token. Given the one that was rejected, it refreshes, once for all who ask. */
  token(options?: { rejected: string }): Promise<string>;
  /** What the person typed, for sources with credentials. */
  fields(): Promise<Record<string, string>>;
  /** Remembers a field that the connector learned, such as the key of a host at first use. */
  remember(fields: Record<string, string>): Promise<void>;
  log: { debug(data: object, message: string): void; warn(data: object, message: string): void };
  now(): Date;
}
