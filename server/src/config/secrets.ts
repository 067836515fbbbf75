import { type Redact, redactorOf } from '../platform/secrets/redaction.ts';
import type { Config } from './config.ts';

/** Everything in the configuration that nobody else may read. */
export function configuredSecrets(config: Config): string[] {
  const { ai, blobs, stripe, tracing } = config;
  const endpoint = config.embeddings?.kind === 'endpoint' ? config.embeddings : undefined;
  const found = [
    config.secret,
    ...config.previousSecrets,
    config.metricsToken,
    config.backups.passphrase,
    ai?.apiKey,
    endpoint?.apiKey,
    stripe?.secretKey,
    stripe?.webhookSecret,
    blobs.kind === 's3' ? blobs.secretAccessKey : undefined,
    ...[config.databaseUrl, config.databaseDirectUrl, config.smtpUrl, ai?.url, endpoint?.url].map(passwordIn),
    ...Object.values(config.providers).flatMap((app) => [app?.clientSecret, ...Object.values(app?.settings ?? {})]),
    // For `Bearer …`, the token alone as well.
    ...Object.values(tracing?.headers ?? {}).flatMap((value) => [value, value.split(' ').at(-1)]),
  ];
  return found.filter((secret) => secret !== undefined && secret !== '') as string[];
}

/** Too long to be guessed: otherwise people could put guesses in names they choose and see which are hidden. */
const minShownLength = 16;

/** For texts that people see. Logs and traces, which only the operator reads, hide shorter secrets too. */
export const shownRedactor = (config: Config): Redact => redactorOf(configuredSecrets(config), minShownLength);

function passwordIn(address: string | undefined): string | undefined {
  const password = address && URL.canParse(address) ? new URL(address).password : '';
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
