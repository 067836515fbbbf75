import type { HttpClient } from './http/http.ts';

/** How an installation registers Sheaf at a provider. Its configuration and the README's table are made from this. */
export interface AppSettings {
  /** As people know it: 'Google'. */
  provider: string;
  /** How its variables begin: GOOGLE makes GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Sources of a provider share it. */
  prefix: string;
  /** What the provider calls the client id, where it has another word. */
  idName?: string;
  /** What happens where nothing is set; the sandbox stands in for the provider unless this says otherwise. */
  otherwise?: string;
  /** More that belongs to the registration, by variable: what it means, and its name in `OAuthApp.settings`. */
  more?: Readonly<Record<string, { name: string; meaning: string }>>;
  /** Addresses that can be set in place of the provider's own, by variable. */
  addresses: Readonly<Record<string, AppAddress>>;
}

export interface AppAddress {
  meaning: string;
  /** Which of the manifest's addresses it sets. */
  url: string;
  /** How the connector wants it written, and what lies beside it on the same server. */
  derive?(given: string): Readonly<Record<string, string>>;
}

/** Our registration at the provider, and what is needed to talk to it before there is an account. */
export interface OAuthApp {
  clientId: string;
  clientSecret: string;
  /** What `AppSettings.more` asks for; empty where it is not set. */
  settings: Readonly<Record<string, string>>;
  urls: Readonly<Record<string, string>>;
  http: HttpClient;
}

/** What a provider sends to our address when something changed. */
export interface WebhookMessage {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** The bytes that were signed; at most a mebibyte. */
  body: Buffer;
  now: Date;
}

export type WebhookResult =
  /** The provider asks whether we want its messages: this text, as it is, is the answer. */
  | { kind: 'challenge'; text: string }
  /** Not from the provider. */
  | { kind: 'refused' }
  /** From the provider, but nothing that we understand. */
  | { kind: 'malformed' }
  /** Signed by the provider for the app: accounts of these people changed, or all that `startingWith` names. */
  | { kind: 'accounts'; remoteUserIds: readonly string[]; startingWith?: readonly string[] }
  /** For watches of ours, each with the secret that proves it; `isGreeting`: nothing changed yet. */
  | { kind: 'watches'; watches: readonly { name: string; secret: string }[]; isGreeting?: boolean };

/** Verifies a message and says whom it concerns. It only means "there is something to fetch". */
export type ReceiveWebhook = (message: WebhookMessage, app: OAuthApp) => WebhookResult;

/** Whom a change concerns. */
export type Concerned = Extract<WebhookResult, { kind: 'accounts' }>;

/** A connection of the whole app, on which the provider reports changes also where it can't reach us. */
export interface AppEvents {
  /** Whether the operator has set up what it needs. */
  isSetUp(app: OAuthApp): boolean;
  /**
   * Yields whom changes concern. What it has yielded is acknowledged when the next is asked for; otherwise the provider
   * reports it again. Ends when the signal says so, and with an error when the connection does.
   */
  receive(app: OAuthApp, signal: AbortSignal): AsyncIterable<Concerned>;
}
