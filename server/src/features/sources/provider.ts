import { type Connector, connectors, type HttpClient, type OAuthApp } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';

export interface Provider {
  connector: Connector;
  /** Its addresses: the provider's own, configured ones, or the sandbox's. */
  urls: Readonly<Record<string, string>>;
  /** Our registration there; credential sources have none. */
  app: OAuthApp | null;
  sandbox: boolean;
  /** Our address as the provider reaches it, for news of changes; null: it cannot. */
  webhookUrl: string | null;
}

const bySlug = new Map(connectors.map((connector) => [connector.manifest.slug, connector]));

/** As people know it. */
export const sourceName = (slug: string): string =>
  slug === uploadsSource ? 'My files' : (bySlug.get(slug)?.manifest.name ?? slug);

/** The sources this installation can connect: those with credentials, and those whose app is configured or sandboxed. */
export function availableProviders(services: Services): Provider[] {
  return connectors.flatMap((connector) => providerOf(services, connector) ?? []);
}

export function findProvider(services: Services, slug: string): Provider {
  const connector = bySlug.get(slug);
  const provider = connector && providerOf(services, connector);
  if (!provider) throw notFound('This app');
  return provider;
}

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
      app: oauthApp(configured.clientId, configured.clientSecret, own, services.http),
    };
  }
  if (!sandbox) return null;
  return {
    connector,
    urls: sandbox.urls,
    sandbox: true,
    webhookUrl: sandbox.webhookUrl ?? null,
    app: oauthApp(sandbox.clientId, sandbox.clientSecret, sandbox.urls, services.http),
  };
}

function oauthApp(
  clientId: string,
  clientSecret: string,
  urls: Readonly<Record<string, string>>,
  http: HttpClient,
): OAuthApp {
  return { clientId, clientSecret, urls, http };
}
