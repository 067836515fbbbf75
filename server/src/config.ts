import { resolve } from 'node:path';
import {
  address,
  base,
  blobs,
  locationPath,
  networks,
  oneOf,
  secret,
  secrets,
  text,
  Unexpected,
  whole,
} from './config-readers.ts';
import { dropboxUrls, googleUrls } from './provider-urls.ts';

/** A wrong or missing setting. The message is one sentence for the person who starts Sheaf. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

interface Variable<T> {
  meaning: string;
  /** What applies when it is not set, in words for the README's table. */
  otherwise: string;
  read(value: string | undefined): T;
}

function variable<T>(meaning: string, otherwise: string, read: (value: string | undefined) => T): Variable<T> {
  return { meaning, otherwise, read };
}

/** Every setting there is. The README's table is generated from this one. */
export const variables = {
  PORT: variable('Port of the web, the API and everything else', '3000', whole(3000, 1, 65535)),
  HOST: variable('Address to listen on; 0.0.0.0 for every network', '127.0.0.1', text('127.0.0.1')),
  SHEAF_PUBLIC_URL: variable(
    'Where people reach Sheaf; used in e-mails',
    'http://localhost:PORT',
    address('http:', 'https:'),
  ),
  SHEAF_DATA_DIR: variable('Folder for the database, the files and the secret', './data', text('./data')),
  SHEAF_ROLE: variable('What this process does: all, api or worker', 'all', oneOf('all', 'api', 'worker')),
  SHEAF_SECRET: variable(
    'Key for one-time codes and the secrets of apps, at least 32 characters; the same for all processes',
    'made once, kept in the data folder',
    secret,
  ),
  SHEAF_PREVIOUS_SECRETS: variable(
    'Earlier values of SHEAF_SECRET, separated by commas, until `npm run rotate-keys` has run',
    'none',
    secrets,
  ),
  DATABASE_URL: variable(
    'A PostgreSQL 15 or newer of your own',
    'an embedded PostgreSQL in the data folder',
    address('postgres:', 'postgresql:'),
  ),
  DATABASE_POOL: variable('Connections to the database per process', '10', whole(10, 2, 200)),
  BLOB_STORE: variable(
    'Where file contents live: a folder, or s3://bucket/prefix?endpoint=…&region=…',
    'the data folder',
    blobs,
  ),
  STORAGE_ACCEL: variable(
    'Internal location of the nginx in front that serves the blob folder, such as /blobs: see docs/nginx.md',
    'contents go through this process',
    locationPath,
  ),
  STORAGE_REDIRECT: variable(
    'Sends whoever downloads to the S3 bucket itself, with an address that holds for minutes: yes or no',
    'no, contents go through this process',
    oneOf('no', 'yes'),
  ),
  SMTP_URL: variable(
    'Mail server, such as smtp://user:password@host:587',
    'mail stays here, readable at /dev/mailbox',
    address('smtp:', 'smtps:'),
  ),
  MAIL_FROM: variable('Sender of the e-mails', 'Sheaf <sheaf@localhost>', text('Sheaf <sheaf@localhost>')),
  SHEAF_SANDBOX: variable(
    'Serves clouds in miniature for apps that have no client id: yes or no',
    'yes',
    oneOf('yes', 'no'),
  ),
  SHEAF_ALLOW_PRIVATE_NETWORKS: variable(
    'Private addresses people may type for WebDAV and SFTP: true, false, or a list of CIDRs',
    'false',
    networks,
  ),
  GOOGLE_CLIENT_ID: variable('Client id of your Google app, for Google Drive', 'the sandbox', text('')),
  GOOGLE_CLIENT_SECRET: variable('Its secret', 'none', text('')),
  GOOGLE_AUTH_URL: variable('Consent page of Google', 'Google’s own', base),
  GOOGLE_TOKEN_URL: variable('Where Google gives tokens; revoke is next to it', 'Google’s own', base),
  GOOGLE_DRIVE_API_URL: variable(
    'Google Drive’s API, such as https://host/drive/v3; uploads are at /upload/drive/v3',
    'Google’s own',
    base,
  ),
  DROPBOX_CLIENT_ID: variable('Key of your Dropbox app', 'the sandbox', text('')),
  DROPBOX_CLIENT_SECRET: variable('Its secret', 'none', text('')),
  DROPBOX_AUTH_URL: variable('Consent page of Dropbox', 'Dropbox’s own', base),
  DROPBOX_API_URL: variable('Dropbox’s API, which also gives tokens', 'Dropbox’s own', base),
  DROPBOX_CONTENT_URL: variable('Where Dropbox takes and gives contents', 'Dropbox’s own', base),
  OFFICE_VIEWER: variable(
    'Shows Word, Excel and PowerPoint files in Microsoft’s online viewer, which fetches them from here: yes or no',
    'no, they are shown by Sheaf itself',
    oneOf('no', 'yes'),
  ),
  WORKER_CONCURRENCY: variable('Jobs that run at the same time', '4', whole(4, 1, 100)),
  RATE_LIMIT: variable('Requests per minute and network address; 0 for no limit', '1200', whole(1200, 0, 1_000_000)),
  TRUST_PROXY: variable(
    'How many proxies in front add to X-Forwarded-For; people’s addresses are taken from there',
    '0',
    whole(0, 0, 10),
  ),
  METRICS_TOKEN: variable(
    'Serves Prometheus metrics at /metrics to whoever sends this bearer token',
    'no metrics on the main port',
    secret,
  ),
  METRICS_PORT: variable('Serves Prometheus metrics on a port of their own', 'none', (value) =>
    value === undefined ? undefined : whole(1, 1, 65535)(value),
  ),
  LOG_LEVEL: variable('debug, info, warn or error', 'warn', oneOf('warn', 'debug', 'info', 'error')),
} satisfies Record<string, Variable<unknown>>;

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

type Values = { [K in keyof typeof variables]: ReturnType<(typeof variables)[K]['read']> };

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const values = {} as Record<string, unknown>;
  for (const [name, { read }] of Object.entries(variables)) {
    const found = env[name]?.trim() || undefined;
    try {
      values[name] = read(found);
    } catch (error) {
      if (!(error instanceof Unexpected)) throw error;
      const shown = /SECRET|TOKEN|URL/.test(name) ? 'something else' : `'${found}'`;
      throw new ConfigError(`${name} should be ${error.message}, but it is ${shown}.`);
    }
  }
  const v = values as Values;
  if (v.SHEAF_ROLE !== 'all' && !v.DATABASE_URL) {
    throw new ConfigError(
      `SHEAF_ROLE=${v.SHEAF_ROLE} needs DATABASE_URL: the embedded database serves one process only.`,
    );
  }
  if (v.SHEAF_ROLE !== 'all' && !v.SHEAF_SECRET) {
    throw new ConfigError(`SHEAF_ROLE=${v.SHEAF_ROLE} needs SHEAF_SECRET: all processes must share it.`);
  }
  for (const name of ['GOOGLE', 'DROPBOX'] as const) {
    const lone = Object.keys(variables).find(
      (key) => key.startsWith(`${name}_`) && key.endsWith('_URL') && values[key],
    );
    if (lone && !v[`${name}_CLIENT_ID`])
      throw new ConfigError(`${lone} needs ${name}_CLIENT_ID: without it the sandbox is used.`);
  }
  if (v.SHEAF_PREVIOUS_SECRETS.length > 0 && !v.SHEAF_SECRET)
    throw new ConfigError('SHEAF_PREVIOUS_SECRETS needs SHEAF_SECRET: the value they were replaced by.');
  if (v.STORAGE_ACCEL && v.BLOB_STORE?.kind === 's3')
    throw new ConfigError('STORAGE_ACCEL needs contents in a folder: nginx cannot serve those of BLOB_STORE.');
  if (v.STORAGE_REDIRECT === 'yes' && v.BLOB_STORE?.kind !== 's3')
    throw new ConfigError('STORAGE_REDIRECT=yes needs BLOB_STORE: an s3:// address.');
  const dataDir = resolve(v.SHEAF_DATA_DIR);
  const publicUrl = v.SHEAF_PUBLIC_URL ?? `http://localhost:${v.PORT}`;
  const isPublic = publicUrl.startsWith('https:') && !isLocal(new URL(publicUrl).hostname);
  if (v.OFFICE_VIEWER === 'yes' && !isPublic) {
    throw new ConfigError('OFFICE_VIEWER=yes needs SHEAF_PUBLIC_URL: an https address that the viewer can reach.');
  }
  const local = isLocal(v.HOST) && isLocal(new URL(publicUrl).hostname) && v.TRUST_PROXY === 0;
  return {
    port: v.PORT,
    host: v.HOST,
    publicUrl,
    /** Nobody but this machine can reach us. */
    local,
    /** Where providers can tell us of changes; null where they cannot reach us. */
    webhookUrl: isPublic ? publicUrl : null,
    dataDir,
    role: v.SHEAF_ROLE,
    secret: v.SHEAF_SECRET,
    previousSecrets: v.SHEAF_PREVIOUS_SECRETS,
    databaseUrl: v.DATABASE_URL,
    databasePool: v.DATABASE_POOL,
    blobs: v.BLOB_STORE ?? { kind: 'disk' as const, dir: resolve(dataDir, 'blobs') },
    storageAccel: v.STORAGE_ACCEL,
    storageRedirect: v.STORAGE_REDIRECT === 'yes',
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    /** Without a mail server, mail can be read in the browser; only while nobody but this machine can reach us. */
    mailbox: !v.SMTP_URL && local,
    sandbox: v.SHEAF_SANDBOX === 'yes',
    privateNetworks: v.SHEAF_ALLOW_PRIVATE_NETWORKS,
    /** Our registrations at the providers, by source. */
    providers: {
      'google-drive': { clientId: v.GOOGLE_CLIENT_ID, clientSecret: v.GOOGLE_CLIENT_SECRET, urls: googleUrls(v) },
      dropbox: { clientId: v.DROPBOX_CLIENT_ID, clientSecret: v.DROPBOX_CLIENT_SECRET, urls: dropboxUrls(v) },
    } as Record<string, { clientId: string; clientSecret: string; urls: Record<string, string> } | undefined>,
    officeViewer: v.OFFICE_VIEWER === 'yes',
    workerConcurrency: v.WORKER_CONCURRENCY,
    rateLimit: v.RATE_LIMIT,
    trustProxy: v.TRUST_PROXY,
    metricsToken: v.METRICS_TOKEN,
    metricsPort: v.METRICS_PORT,
    logLevel: v.LOG_LEVEL,
  };
}
