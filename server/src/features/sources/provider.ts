import { type Capability, type Connector, connectors, type MoreAccess, type OAuthApp } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { observedHttp } from './observed-http.ts';

export interface Provider {
  connector: Connector;
  /** Its addresses: the provider's own, configured ones, or the sandbox's. */
  urls: Readonly<Record<string, string>>;
  /** Our registration there; credential sources have none. */
  app: OAuthApp | null;
  sandbox: boolean;
  /** The address at which the provider reaches our webhooks; null if it can't. */
  webhookUrl: string | null;
}

const bySlug = new Map(connectors.map((connector) => [connector.manifest.slug, connector]));

/** The name shown to people. */
export const sourceName = (slug: string): string =>
  slug === uploadsSource ? 'My files' : (bySlug.get(slug)?.manifest.name ?? slug);

/** All sources, My files included. */
export const sourceSlugs = (): string[] => [uploadsSource, ...bySlug.keys()];

/** Whether the source holds files or messages. */
export const holdsOf = ({ manifest }: Connector): 'files' | 'chats' =>
  manifest.capabilities.includes('threads') ? 'chats' : 'files';

export const sourceHolds = (slug: string): 'files' | 'chats' => {
  const connector = bySlug.get(slug);
  return connector ? holdsOf(connector) : 'files';
};

export const sourcesThatCan = (capability: Capability): string[] =>
  connectors.filter(({ manifest }) => manifest.capabilities.includes(capability)).map(({ manifest }) => manifest.slug);

/** The sources this server can connect: those with credentials, and those whose app is configured or sandboxed. */
export function availableProviders(services: Services): Provider[] {
  return connectors.flatMap((connector) => providerOf(services, connector) ?? []);
}

/** Undefined if this server can't connect the source. */
export function availableProvider(services: Services, slug: string): Provider | undefined {
  const connector = bySlug.get(slug);
  return (connector && providerOf(services, connector)) ?? undefined;
}

export function findProvider(services: Services, slug: string): Provider {
  const provider = availableProvider(services, slug);
  if (!provider) throw notFound('This app');
  return provider;
}

/** Additional access that an account can be given once it is connected. */
export const moreAccess = ({ connector: { auth } }: Pick<Provider, 'connector'>): readonly MoreAccess[] =>
  auth.kind === 'oauth2' ? (auth.more ?? []) : [];

/** The keys of what these scopes allow, in order. */
export const allowedAccess = (provider: Pick<Provider, 'connector'>, granted: readonly string[]): string[] =>
  moreAccess(provider)
    .filter(({ scopes }) => scopes.every((scope) => granted.includes(scope)))
    .map(({ key }) => key)
    .sort();

/** Whether the sandbox replaces the provider; its documents have no page at the real one. */
export const isSandboxed = ({ config, sandbox }: Pick<Services, 'config' | 'sandbox'>, slug: string): boolean =>
  sandbox[slug] !== undefined && !config.providers[slug]?.clientId;

/** Where the sandbox shows a document in the browser, instead of the provider. */
export function sandboxPage({ sandbox }: Services, slug: string, name: string): string | null {
  const origin = originOf(sandbox[slug]);
  return origin && `${origin}/_page/${slug}?${new URLSearchParams({ name })}`;
}

/** The sandbox whose pages are shown in a frame, like Google's; undefined if Google itself is connected. */
export const sandboxFrames = (services: Pick<Services, 'config' | 'sandbox'>): string | undefined =>
  isSandboxed(services, 'google-drive') ? (originOf(services.sandbox['google-drive']) ?? undefined) : undefined;

const originOf = (app: Services['sandbox'][string]): string | null => {
  const [url] = Object.values(app?.urls ?? {});
  return url ? new URL(url).origin : null;
};

function providerOf(services: Services, connector: Connector): Provider | null {
  const { slug, urls } = connector.manifest;
  if (connector.auth.kind === 'credentials') return { connector, urls, app: null, sandbox: false, webhookUrl: null };
  const configured = services.config.providers[slug];
  const sandbox = services.sandbox[slug];
  if (configured?.clientId) {
    const own = { ...urls, ...configured.urls };
    return {
      connector,
      urls: own,
      sandbox: false,
      webhookUrl: services.config.webhookUrl,
      app: { ...configured, urls: own, http: observedHttp(services, slug, services.http) },
    };
  }
  if (!sandbox) return null;
  return {
    connector,
    urls: sandbox.urls,
    sandbox: true,
    webhookUrl: sandbox.webhookUrl ?? null,
    app: { settings: {}, ...sandbox, http: observedHttp(services, slug, services.http) },
  };
}
