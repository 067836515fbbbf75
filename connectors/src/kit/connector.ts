import type { Socket } from 'node:net';
import type { z } from 'zod';
import type { AppEvents, AppSettings, OAuthApp, ReceiveWebhook } from './app.ts';
import type { ConnectorErrorCode } from './errors.ts';
import type { HashAlgorithm } from './hashes/hashes.ts';
import type { HttpClient } from './http/http.ts';
import type { NameRules } from './names/names.ts';
import type { RemoteId } from './remote.ts';
import type { Session } from './session.ts';

/** A capability of an opened account. The list in the manifest equals what its Session offers; a test proves it. */
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

/** A source: its manifest, the authorization of accounts, and how one is opened. */
export interface Connector {
  manifest: Manifest;
  auth: OAuth | CredentialForm;
  /** Present if the provider can notify us of changes. */
  webhook?: ReceiveWebhook;
  /** Present if it can do so on a connection that we open. */
  events?: AppEvents;
  /** Makes no request: invalid secrets fail at first use. */
  open(account: AccountContext): Session;
}

export interface Manifest {
  /** Also the name of the folder that contains its icon.svg. */
  slug: string;
  name: string;
  /** The order among the offered apps: smaller ones first, equal ones by name. */
  rank: number;
  /** Our registration at the provider; absent if people sign in with credentials. */
  app?: AppSettings;
  capabilities: readonly Capability[];
  /** The provider’s production addresses by name; configuration can override each. */
  urls: Readonly<Record<string, string>>;
  /** The hashes that the source reports, most reliable first. */
  hashes: readonly HashAlgorithm[];
  /** False if the id is a path, so that a move looks like a deletion and a new file. */
  stableIds: boolean;
  /** False if two siblings can have the same name. */
  uniqueNames: boolean;
  /** The rules for chunks of a file. */
  upload?: UploadLimits;
  /**
   * Present if `writes.restore` works only for some items: returns why it doesn’t for this one, as a sentence for
   * people, or null if it does.
   */
  cannotRestore?(item: RestorableItem): string | null;
  /** The rules for names at this source; a name it would refuse is mapped before it is sent. */
  names: NameRules;
}

export interface RestorableItem {
  id: RemoteId;
  isFolder: boolean;
  /** The additional access that the person has allowed (`OAuth.more`), by its key. */
  access: readonly string[];
}

/**
 * All chunks of a file but the last have the same size: a multiple of chunkMultiple, at least minChunk and at most
 * maxChunk. If the number of chunks is limited, their size depends on the file’s size.
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
  /**
   * Access that connecting doesn’t request, because it is refused more often: people can allow it later for one of
   * their accounts.
   */
  more?: readonly MoreAccess[];
  authorizeUrl(app: OAuthApp, ask: AccessRequest): URL;
  exchange(app: OAuthApp, answer: { code: string; redirectUri: string; verifier: string }): Promise<TokenSet>;
  /** A revoked grant is `auth_revoked`. */
  refresh(app: OAuthApp, refreshToken: string): Promise<TokenSet>;
  revoke?(app: OAuthApp, tokens: TokenSet): Promise<void>;
}

export interface AccessRequest {
  state: string;
  redirectUri: string;
  challenge: string;
  /** Keys of `OAuth.more` to request in addition. */
  access?: readonly string[];
  /** The account that this is about, if known. */
  login?: string;
}

/** Access that is allowed separately and without which the account works. */
export interface MoreAccess {
  key: string;
  /** The name for people: 'SharePoint libraries'. */
  name: string;
  /** One sentence on what it adds. */
  text: string;
  /** One sentence on who can allow it if the person can’t. */
  grantedBy: string;
  /** The access is allowed if all of them are granted. */
  scopes: readonly string[];
}

/** Sign-in for sources that need an address and credentials instead of OAuth. */
export interface CredentialForm {
  kind: 'credentials';
  /** The fields of the form, in the order they are shown. */
  fields: readonly FormField[];
  /** Validates the form; every value is a string. */
  schema: z.ZodObject;
  /** Fields that are encrypted at rest and never shown again. */
  secrets: readonly string[];
  /** The field that shows an error of the first use, unless the error names another. */
  blames: Readonly<Partial<Record<ConnectorErrorCode, string>>>;
}

export interface FormField {
  name: string;
  label: string;
  kind: 'text' | 'password' | 'number' | 'multiline' | 'choice';
  required: boolean;
  /** The options of a choice, the default first. */
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
  /** The values of `AppSettings.more`; empty if not set. */
  settings?: Readonly<Record<string, string>>;
  /** Sends one request without retries; any HTTP status is a result, not an error. All HTTP traffic goes through here. */
  http: HttpClient;
  /** A raw connection for protocols other than HTTP, protected by the same guard against private networks. */
  dial(host: string, port: number): Promise<Socket>;
  /**
   * Runs one call to the provider in a free slot of the account, and repeats it when it throws a ConnectorError that
   * may be temporary (`rate_limited`, `unavailable`). Calls that must not be repeated pass `once`.
   */
  call<T>(work: () => Promise<T>, options?: { once?: boolean; signal?: AbortSignal }): Promise<T>;
  /** A valid access token. Given a rejected one, it is refreshed first, once for all concurrent callers. */
  token(options?: { rejected: string }): Promise<string>;
  /** The values that the person typed, for sources with credentials. */
  fields(): Promise<Record<string, string>>;
  /** Stores a field that the connector discovered itself, such as a host’s key at first use. */
  remember(fields: Record<string, string>): Promise<void>;
  /**
   * The id for a new item, named by the key, at a source that accepts ids from its clients. The first proposed id is
   * stored before this resolves, and every worker of the account gets it, even after a restart. An id that is `usedUp`
   * is replaced.
   */
  plannedId(key: string, propose: () => Promise<string>, usedUp?: string): Promise<string>;
  log: { debug(data: object, message: string): void; warn(data: object, message: string): void };
  now(): Date;
  /** Ends early, without an error, when the signal or the account's own ends. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}
