import type { Socket } from 'node:net';
import type { z } from 'zod';
import type { AppEvents, AppSettings, OAuthApp, ReceiveWebhook } from './app.ts';
import type { ConnectorErrorCode } from './errors.ts';
import type { HashAlgorithm } from './hashes/hashes.ts';
import type { HttpClient } from './http/http.ts';
import type { NameRules } from './names/names.ts';
import type { RemoteId } from './remote.ts';
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
  | 'writes.restore'
  | 'threads'
  | 'threads.changes'
  | 'threads.watch'
  | 'threads.listen'
  | 'threads.raw'
  | 'quota';

/** A source: what it is, how an account is authorised, and how one is opened. */
export interface Connector {
  manifest: Manifest;
  auth: OAuth | CredentialForm;
  /** Where the provider can tell us of changes. */
  webhook?: ReceiveWebhook;
  /** Where it does so on a connection that we open. */
  events?: AppEvents;
  /** Makes no request: wrong secrets fail at first use. */
  open(account: AccountContext): Session;
}

export interface Manifest {
  /** Also the name of the folder, in which icon.svg is its picture. */
  slug: string;
  name: string;
  /** Where it stands among the apps that are offered: smaller ones first, equal ones by name. */
  rank: number;
  /** Our registration at the provider; absent where people sign in with credentials. */
  app?: AppSettings;
  capabilities: readonly Capability[];
  /** The provider's addresses by name, as they are in production; each can be set by configuration. */
  urls: Readonly<Record<string, string>>;
  /** The hashes that the source reports, most reliable first. */
  hashes: readonly HashAlgorithm[];
  /** False where the id is a path, so that a move looks like a deletion and a new file. */
  stableIds: boolean;
  /** False where two siblings may share a name. */
  uniqueNames: boolean;
  /** How a file is sent. */
  upload?: UploadLimits;
  /** Where `writes.restore` is for some items only: why not for this one, as a sentence for people; null where it is. */
  cannotRestore?(item: RestorableItem): string | null;
  /** What a name may be at this source; a name it would refuse is mapped before it is sent. */
  names: NameRules;
}

export interface RestorableItem {
  id: RemoteId;
  isFolder: boolean;
  /** What the person has allowed besides (`OAuth.more`), by its key. */
  access: readonly string[];
}

/**
 * All chunks of a file but the last have the same size: a multiple of chunkMultiple, at least minChunk and at most
 * maxChunk. Where the number of chunks is limited, their size follows from that of the file.
 */
export interface UploadLimits {
  chunkMultiple: number;
  minChunk?: number;
  maxChunk: number;
  maxChunks?: number;
  maxSize: number;
}

export interface OAuth {
  kind: 'oauth2';
  /** What connecting does not ask for, because it is refused more easily: people allow it later, for an account of theirs. */
  more?: readonly MoreAccess[];
  authorizeUrl(app: OAuthApp, ask: AccessRequest): URL;
  exchange(app: OAuthApp, answer: { code: string; redirectUri: string; verifier: string }): Promise<TokenSet>;
  /** A grant that is gone is `auth_revoked`. */
  refresh(app: OAuthApp, refreshToken: string): Promise<TokenSet>;
  revoke?(app: OAuthApp, tokens: TokenSet): Promise<void>;
}

export interface AccessRequest {
  state: string;
  redirectUri: string;
  challenge: string;
  /** Keys of `OAuth.more` to ask for besides. */
  access?: readonly string[];
  /** Whose account it is about, where that is known. */
  login?: string;
}

/** Access that is allowed separately, and without which the account works. */
export interface MoreAccess {
  key: string;
  /** As people know it: 'SharePoint libraries'. */
  name: string;
  /** One sentence on what it adds. */
  text: string;
  /** One sentence on who can allow it where the person can't. */
  grantedBy: string;
  /** All of them are granted where it is allowed. */
  scopes: readonly string[];
}

/** For sources that take an address and credentials instead of OAuth. */
export interface CredentialForm {
  kind: 'credentials';
  /** The form, in the order it is shown. */
  fields: readonly FormField[];
  /** Checks what was typed; every value is a string. */
  schema: z.ZodObject;
  /** Fields that are encrypted at rest and never shown again. */
  secrets: readonly string[];
  /** The field at which an error of the first use is shown, unless the error names another. */
  blames: Readonly<Partial<Record<ConnectorErrorCode, string>>>;
}

export interface FormField {
  name: string;
  label: string;
  kind: 'text' | 'password' | 'number' | 'multiline' | 'choice';
  required: boolean;
  /** Of a choice, the usual one first. */
  choices?: { value: string; label: string }[];
  hint?: string;
}

export interface TokenSet {
  accessToken: string;
  refreshToken?: string;
  expiresAt: Date | null;
  scopes: string[];
}

/** Everything a connector may use: it has no database, environment, clock, global fetch or socket of its own. */
export interface AccountContext {
  /** The provider's addresses, by the names in the connector's manifest; those of the sandbox in tests and demos. */
  urls: Readonly<Record<string, string>>;
  /** What `AppSettings.more` asks for; empty where it is not set. */
  settings?: Readonly<Record<string, string>>;
  /** Sends one request without retries; any HTTP status is a result, not an error. All HTTP traffic goes through here. */
  http: HttpClient;
  /** A raw connection for protocols other than HTTP, protected by the same guard against private networks. */
  dial(host: string, port: number): Promise<Socket>;
  /**
   * Runs one call to the provider in a free slot of the account, and repeats it when it throws a ConnectorError that
   * may pass with time (`rate_limited`, `unavailable`). Calls that must not be repeated pass `once`.
   */
  call<T>(work: () => Promise<T>, options?: { once?: boolean; signal?: AbortSignal }): Promise<T>;
  /** A valid access token. Given a rejected one, it is refreshed first, once for all concurrent callers. */
  token(options?: { rejected: string }): Promise<string>;
  /** What the person typed, for sources with credentials. */
  fields(): Promise<Record<string, string>>;
  /** Stores a field that the connector found out itself, such as a host's key at first use. */
  remember(fields: Record<string, string>): Promise<void>;
  /**
   * The id under which something new, named by the key, is created at a source that takes ids from its clients. The first
   * one proposed is on record before this resolves, and every worker of the account gets it, also after a restart. One that
   * is `usedUp` is replaced.
   */
  plannedId(key: string, propose: () => Promise<string>, usedUp?: string): Promise<string>;
  log: { debug(data: object, message: string): void; warn(data: object, message: string): void };
  now(): Date;
  /** Ends early, without an error, when the signal or the account's own ends. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}
