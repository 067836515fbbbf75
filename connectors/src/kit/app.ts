import type { HttpClient } from './http/http.ts';

/** How an installation registers Sheaf at a provider. Its configuration and the README's table are made from this. */
export interface AppSettings {
  /** The provider’s name for people: 'Google'. */
  provider: string;
  /**
   * The prefix of its variables: GOOGLE makes GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Sources of a provider share
   * it.
   */
  prefix: string;
  /** The provider’s own word for the client id, if it uses another. */
  idName?: string;
  /** The behavior if nothing is set; unless this says otherwise, the sandbox replaces the provider. */
  otherwise?: string;
  /** Further settings of the registration, by variable: their meaning, and their name in `OAuthApp.settings`. */
  more?: Readonly<Record<string, { name: string; meaning: string }>>;
  /** Variables that override the provider’s addresses. */
  addresses: Readonly<Record<string, AppAddress>>;
}

export interface AppAddress {
  meaning: string;
  /** The name of the manifest’s address that it sets. */
  url: string;
  /** Converts the address to the connector’s format, and adds other addresses on the same server. */
  derive?(given: string): Readonly<Record<string, string>>;
}

/** Our registration at the provider, and what is needed to talk to it before there is an account. */
export interface OAuthApp {
  clientId: string;
  clientSecret: string;
  /** The values of `AppSettings.more`; empty if not set. */
  settings: Readonly<Record<string, string>>;
  urls: Readonly<Record<string, string>>;
  http: HttpClient;
}

/** A message that a provider sends to our address when something changed. */
export interface WebhookMessage {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** The signed bytes; at most a mebibyte. */
  body: Buffer;
  now: Date;
}

export type WebhookResult =
  /** The provider verifies our address: this text, unchanged, is the answer. */
  | { kind: 'challenge'; text: string }
  /** The message isn’t from the provider. */
  | { kind: 'refused' }
  /** The message is from the provider but can’t be parsed. */
  | { kind: 'malformed' }
  /**
   * The message is signed by the provider for the app: accounts of these people changed, or all accounts whose ids
   * start with one of `startingWith`.
   */
  | { kind: 'accounts'; remoteUserIds: readonly string[]; startingWith?: readonly string[] }
  /**
   * The message is for our watches, each with the secret that proves it; `isGreeting` means that nothing has changed
   * yet.
   */
  | { kind: 'watches'; watches: readonly { name: string; secret: string }[]; isGreeting?: boolean };

/** Verifies a message and returns whom it concerns. It only means “there is something to fetch”. */
export type ReceiveWebhook = (message: WebhookMessage, app: OAuthApp) => WebhookResult;

/** The accounts that a change concerns. */
export type Concerned = Extract<WebhookResult, { kind: 'accounts' }>;

/** A connection for the whole app on which the provider reports changes, for servers that it can’t reach. */
export interface AppEvents {
  /** Whether the operator has configured what it needs. */
  isSetUp(app: OAuthApp): boolean;
  /**
   * Yields the accounts that changes concern. A yielded value is acknowledged when the next is requested; otherwise the
   * provider reports it again. Ends when the signal aborts, and with an error when the connection fails.
   */
  receive(app: OAuthApp, signal: AbortSignal): AsyncIterable<Concerned>;
}
