import { resolve } from 'node:path';
import { appVariables, loneAddress, readApps } from './config-apps.ts';
import { settingOf } from './config-files.ts';
import {
  address,
  blobs,
  integer,
  languageCodes,
  locationPath,
  networks,
  oneOf,
  optional,
  passphrase,
  secret,
  secrets,
  text,
  Unexpected,
} from './config-readers.ts';
import { readTracing, tracingVariables } from './config-tracing.ts';

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

const ownVariables = {
  PORT: variable('Port of the web, the API and everything else', '3000', integer(3000, 1, 65535)),
  HOST: variable('Address to listen on; 0.0.0.0 for every network', '127.0.0.1', text('127.0.0.1')),
  SHEAF_PUBLIC_URL: variable(
    'Where people reach Sheaf; used in emails',
    'http://localhost:PORT',
    address('http:', 'https:'),
  ),
  SHEAF_DATA_DIR: variable('Folder for the database, the files and the secret', './data', text('./data')),
  SHEAF_ROLE: variable(
    'What this process does: all, api, worker or sandbox',
    'all',
    oneOf('all', 'api', 'worker', 'sandbox'),
  ),
  SHEAF_PLAN: variable(
    'The plan new workspaces start with: free, team or business; without billing no plan has limits',
    'free',
    oneOf('free', 'team', 'business'),
  ),
  BILLING: variable(
    'Plans with limits, cards and payments: on or off; see docs/billing.md',
    'on with STRIPE_SECRET_KEY, or as a test with the sandbox; otherwise off',
    (value) => (value === undefined ? undefined : oneOf('on', 'off')(value)),
  ),
  STRIPE_SECRET_KEY: variable('Secret key of your Stripe account', 'the sandbox', optional),
  STRIPE_PUBLISHABLE_KEY: variable('Its publishable key, for the card form', 'none', optional),
  STRIPE_WEBHOOK_SECRET: variable('Signing secret of the webhook endpoint at Stripe', 'none', optional),
  STRIPE_TAX: variable(
    'Stripe calculates taxes from the billing address people enter: on or off',
    'off',
    oneOf('off', 'on'),
  ),
  STRIPE_API_URL: variable('Another address of Stripe’s API', 'Stripe’s own', address('http:', 'https:')),
  STRIPE_SCRIPT_URL: variable('Another address of Stripe’s browser script', 'Stripe’s own', address('http:', 'https:')),
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
  DATABASE_POOLER: variable(
    'What DATABASE_URL leads to: the database itself (none), or a pooler such as PgBouncer in transaction mode (transaction)',
    'none',
    oneOf('none', 'transaction'),
  ),
  DATABASE_DIRECT_URL: variable(
    'With a pooler, the database itself: for migrations, and for few connections per process that listen or take jobs',
    'DATABASE_URL',
    address('postgres:', 'postgresql:'),
  ),
  DATABASE_POOL: variable(
    'Connections to the database per process, for requests and again as many for jobs',
    '10',
    integer(10, 2, 200),
  ),
  BLOB_STORE: variable(
    'Where file contents live: a folder, or s3://bucket/prefix?endpoint=…&region=…; the same for all processes',
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
  MAIL_FROM: variable('Sender of emails', 'Sheaf <sheaf@localhost>', text('Sheaf <sheaf@localhost>')),
  SHEAF_SANDBOX: variable(
    'Serves clouds in miniature for apps that have no client id: yes or no',
    'yes',
    oneOf('yes', 'no'),
  ),
  SHEAF_SANDBOX_URL: variable(
    'Where all processes find the one with SHEAF_ROLE=sandbox, such as http://sandbox:4000; it takes eight ports from there on',
    'the sandbox runs beside the only process',
    address('http:'),
  ),
  SHEAF_ALLOW_PRIVATE_NETWORKS: variable(
    'Private addresses people may type for WebDAV, S3, SFTP and IMAP: true, false, or a list of CIDRs',
    'false',
    networks,
  ),
  PRIVACY_URL: variable(
    'Your privacy policy, to which the link in the profile menu leads',
    'a page of Sheaf’s that says what it stores',
    address('http:', 'https:'),
  ),
  OFFICE_VIEWER: variable(
    'Shows Word, Excel and PowerPoint files in Microsoft’s online viewer, which fetches them from here: yes or no',
    'no, they are shown by Sheaf itself',
    oneOf('no', 'yes'),
  ),
  AI_PROVIDER: variable(
    'Who writes the answers of AI chat: anthropic, openai (or anything with its API) or ollama',
    'nobody, answers consist of quotes',
    (value) => (value === undefined ? undefined : oneOf('anthropic', 'openai', 'ollama')(value)),
  ),
  AI_MODEL: variable('The model by its name at AI_PROVIDER', 'none', text('')),
  AI_API_KEY: variable('The key for AI_PROVIDER', 'none', text('')),
  AI_URL: variable(
    'Address of the API of AI_PROVIDER, such as http://localhost:11434/v1',
    'that of the provider',
    address('http:', 'https:'),
  ),
  EMBEDDINGS_URL: variable(
    'An OpenAI-compatible endpoint for search by meaning, such as http://localhost:11434/v1: see docs/meaning.md',
    'a table of English words that comes with Sheaf',
    address('http:', 'https:'),
  ),
  EMBEDDINGS_MODEL: variable('The model at EMBEDDINGS_URL, such as nomic-embed-text', 'none', optional),
  EMBEDDINGS_API_KEY: variable('The key for EMBEDDINGS_URL', 'none', optional),
  OCR: variable(
    'Reads the text in pictures and scanned PDFs, so that search and answers find it: on or off. See docs/ocr.md',
    'off',
    oneOf('off', 'on'),
  ),
  OCR_LANGUAGES: variable(
    'The languages OCR expects, up to five, such as eng,deu; each needs its package @tesseract.js-data/…',
    'eng',
    languageCodes,
  ),
  BACKUP_DIR: variable(
    'Folder in which workers make backups by the clock, see docs/operations.md; the same for all workers',
    'backups are made by `npm run backup` only',
    optional,
  ),
  BACKUP_EVERY: variable('Hours from one of these backups to the next', '24', integer(24, 1, 720)),
  BACKUP_KEEP: variable(
    'How many of them are kept; every so many is complete, the others hold what was added since',
    '7',
    integer(7, 1, 1000),
  ),
  BACKUP_PASSPHRASE: variable(
    'Encrypts backups, at least 12 characters; needed to restore them, so keep it apart from them',
    'they are not encrypted',
    passphrase,
  ),
  AUDIT_KEEP_DAYS: variable(
    'Days that the audit log keeps what happened, at least 30; see docs/security.md',
    '365',
    integer(365, 30, 36_500),
  ),
  WORKER_CONCURRENCY: variable('Jobs that run at the same time', '4', integer(4, 1, 100)),
  WORKER_LOST_AFTER: variable(
    'Seconds without a sign of life after which a worker’s jobs are given to others',
    '30',
    integer(30, 2, 600),
  ),
  RATE_LIMIT: variable(
    'Requests per minute of a person, and of a network address where nobody is signed in, at all processes together; 0 for no limit',
    '1200',
    integer(1200, 0, 1_000_000),
  ),
  OVERLOAD_MS: variable(
    'How many milliseconds behind a process may be before it turns requests away with 503; 0 for never',
    '4000',
    integer(4000, 0, 600_000),
  ),
  TRUST_PROXY: variable(
    'How many proxies in front add to X-Forwarded-For; people’s addresses are taken from there',
    '0',
    integer(0, 0, 10),
  ),
  METRICS_TOKEN: variable(
    'Serves Prometheus metrics at /metrics to whoever sends this bearer token',
    'no metrics on the main port',
    secret,
  ),
  METRICS_PORT: variable('Serves Prometheus metrics on a port of their own', 'none', (value) =>
    value === undefined ? undefined : integer(1, 1, 65535)(value),
  ),
  STOP_GRACE: variable(
    'Seconds that a stop waits for downloads, uploads and other requests under way',
    '5',
    integer(5, 0, 3600),
  ),
  LOG_LEVEL: variable('debug, info, warn or error', 'warn', oneOf('warn', 'debug', 'info', 'error')),
} satisfies Record<string, Variable<unknown>>;

/** Every setting there is. The README's table is generated from this one. */
export const variables: Readonly<Record<string, Variable<unknown>>> = {
  ...ownVariables,
  ...tracingVariables,
  ...appVariables,
};

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

const aiAddresses = {
  anthropic: undefined,
  openai: 'https://api.openai.com/v1',
  ollama: 'http://localhost:11434/v1',
} as const;

type Values = { [K in keyof typeof ownVariables]: ReturnType<(typeof ownVariables)[K]['read']> };

/** All three keys or none: with one missing, cards could not be added or payments not be noticed. */
function readStripe(v: Values) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = v;
  const webhookSecret = v.STRIPE_WEBHOOK_SECRET;
  const keys = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  };
  const [set] = Object.entries(keys)
    .filter(([, value]) => value)
    .map(([name]) => name);
  const [missing] = Object.entries(keys)
    .filter(([, value]) => !value)
    .map(([name]) => name);
  if (set && missing) throw new ConfigError(`${set} needs ${missing}: Stripe works with all three keys.`);
  if (!secretKey || !publishableKey || !webhookSecret) return null;
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    tax: v.STRIPE_TAX === 'on',
    apiUrl: v.STRIPE_API_URL,
    scriptUrl: v.STRIPE_SCRIPT_URL,
  };
}

/** One sandbox for all processes: what is uploaded to one is unknown to another, and a worker cannot reach one beside an API. */
function checkSandbox(v: Values): void {
  const { SHEAF_ROLE: role, SHEAF_SANDBOX: wanted, SHEAF_SANDBOX_URL: url } = v;
  if (role === 'sandbox' && !url)
    throw new ConfigError('SHEAF_ROLE=sandbox needs SHEAF_SANDBOX_URL: the address where the other processes find it.');
  if (role === 'sandbox' && wanted === 'no') throw new ConfigError('SHEAF_ROLE=sandbox contradicts SHEAF_SANDBOX=no.');
  if ((role === 'api' || role === 'worker') && wanted === 'yes' && !url)
    throw new ConfigError(
      `SHEAF_ROLE=${role} needs SHEAF_SANDBOX_URL, the address of a process with SHEAF_ROLE=sandbox, or SHEAF_SANDBOX=no.`,
    );
  if (wanted === 'yes' && url && !v.SHEAF_SECRET)
    throw new ConfigError('SHEAF_SANDBOX_URL needs SHEAF_SECRET: the sandbox answers only processes that share it.');
}

function sandboxAddress({ HOST: host, SHEAF_SANDBOX_URL, SHEAF_PUBLIC_URL }: Values) {
  const { hostname: name, port } = new URL(SHEAF_SANDBOX_URL ?? '');
  return {
    host,
    port: Number(port || 80),
    name,
    publicName: new URL(SHEAF_PUBLIC_URL ?? SHEAF_SANDBOX_URL ?? '').hostname,
  };
}

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const values = {} as Record<string, unknown>;
  for (const [name, { read }] of Object.entries(variables)) {
    const found = settingOf(env, name, (message) => new ConfigError(message));
    try {
      values[name] = read(found);
    } catch (error) {
      if (!(error instanceof Unexpected)) throw error;
      const shown = /SECRET|TOKEN|KEY|URL|HEADERS|ENDPOINT|PASSPHRASE/.test(name) ? 'something else' : `'${found}'`;
      throw new ConfigError(`${name} should be ${error.message}, but it is ${shown}.`);
    }
  }
  const v = values as Values;
  checkSandbox(v);
  const isAlone = v.SHEAF_ROLE === 'all' || v.SHEAF_ROLE === 'sandbox';
  if (!isAlone && !v.DATABASE_URL) {
    throw new ConfigError(
      `SHEAF_ROLE=${v.SHEAF_ROLE} needs DATABASE_URL: the embedded database serves one process only.`,
    );
  }
  if (!isAlone && !v.SHEAF_SECRET) {
    throw new ConfigError(`SHEAF_ROLE=${v.SHEAF_ROLE} needs SHEAF_SECRET: all processes must share it.`);
  }
  if (v.DATABASE_POOLER === 'transaction' && !(v.DATABASE_URL && v.DATABASE_DIRECT_URL))
    throw new ConfigError(
      'DATABASE_POOLER=transaction needs DATABASE_URL, the address of the pooler, and DATABASE_DIRECT_URL, that of the database.',
    );
  if (v.DATABASE_POOLER === 'none' && v.DATABASE_DIRECT_URL)
    throw new ConfigError(
      'DATABASE_DIRECT_URL needs DATABASE_POOLER=transaction: without a pooler DATABASE_URL is direct.',
    );
  const lone = loneAddress(values);
  if (lone) throw new ConfigError(`${lone.address} needs ${lone.needs}: without it the sandbox is used.`);
  if (v.SHEAF_PREVIOUS_SECRETS.length > 0 && !v.SHEAF_SECRET)
    throw new ConfigError('SHEAF_PREVIOUS_SECRETS needs SHEAF_SECRET: the value they were replaced by.');
  if (v.STORAGE_ACCEL && v.BLOB_STORE?.kind === 's3')
    throw new ConfigError('STORAGE_ACCEL needs contents in a folder: nginx cannot serve those of BLOB_STORE.');
  if (v.STORAGE_REDIRECT === 'yes' && v.BLOB_STORE?.kind !== 's3')
    throw new ConfigError('STORAGE_REDIRECT=yes needs BLOB_STORE: an s3:// address.');
  if (v.AI_PROVIDER && !v.AI_MODEL) throw new ConfigError('AI_PROVIDER needs AI_MODEL: the name of the model.');
  if (v.EMBEDDINGS_URL && !v.EMBEDDINGS_MODEL)
    throw new ConfigError('EMBEDDINGS_URL needs EMBEDDINGS_MODEL: the name of the model to ask for.');
  if (!v.EMBEDDINGS_URL && (v.EMBEDDINGS_MODEL || v.EMBEDDINGS_API_KEY))
    throw new ConfigError(
      `EMBEDDINGS_${v.EMBEDDINGS_MODEL ? 'MODEL' : 'API_KEY'} needs EMBEDDINGS_URL: the address of the endpoint.`,
    );
  const stripe = readStripe(v);
  const hasSandbox = v.SHEAF_SANDBOX === 'yes';
  if (v.BILLING === 'on' && !stripe && !hasSandbox)
    throw new ConfigError('BILLING=on needs STRIPE_SECRET_KEY: there is no sandbox to pay in.');
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
    plan: v.SHEAF_PLAN,
    /** Off: no limits, no cards, no prices. */
    billing: v.BILLING !== 'off' && (stripe !== null || hasSandbox),
    stripe,
    secret: v.SHEAF_SECRET,
    previousSecrets: v.SHEAF_PREVIOUS_SECRETS,
    databaseUrl: v.DATABASE_URL,
    /** The database itself where `databaseUrl` leads to a pooler; undefined: there is none. */
    databaseDirectUrl: v.DATABASE_DIRECT_URL,
    databasePool: v.DATABASE_POOL,
    blobs: v.BLOB_STORE ?? { kind: 'disk' as const, dir: resolve(dataDir, 'blobs') },
    storageAccel: v.STORAGE_ACCEL,
    storageRedirect: v.STORAGE_REDIRECT === 'yes',
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    /** Without a mail server, mail can be read in the browser; only while nobody but this machine can reach us. */
    mailbox: !v.SMTP_URL && local,
    sandbox: hasSandbox,
    /** Where the sandbox runs by itself; undefined: beside this process, if at all. */
    sandboxUrl: hasSandbox ? v.SHEAF_SANDBOX_URL : undefined,
    /** For the process that is the sandbox: where it listens, and the names others know it by. */
    sandboxAddress: v.SHEAF_ROLE === 'sandbox' ? sandboxAddress(v) : undefined,
    privateNetworks: v.SHEAF_ALLOW_PRIVATE_NETWORKS,
    /** Our registrations at the providers, by source. */
    providers: readApps(values),
    privacyUrl: v.PRIVACY_URL,
    officeViewer: v.OFFICE_VIEWER === 'yes',
    /** Who writes the answers of AI chat; null: nobody. */
    ai: v.AI_PROVIDER
      ? {
          provider: v.AI_PROVIDER,
          model: v.AI_MODEL,
          apiKey: v.AI_API_KEY || undefined,
          url: v.AI_URL ?? aiAddresses[v.AI_PROVIDER],
        }
      : null,
    /** What search by meaning asks; undefined: our own table. */
    embeddings:
      v.EMBEDDINGS_URL && v.EMBEDDINGS_MODEL
        ? { url: v.EMBEDDINGS_URL, model: v.EMBEDDINGS_MODEL, apiKey: v.EMBEDDINGS_API_KEY }
        : undefined,
    /** Reads text in pictures; null: it does not. */
    ocr: v.OCR === 'on' ? { languages: v.OCR_LANGUAGES } : null,
    backups: {
      /** Where workers make them; null: they do not. */
      dir: v.BACKUP_DIR ? resolve(v.BACKUP_DIR) : null,
      everySeconds: v.BACKUP_EVERY * 3600,
      keep: v.BACKUP_KEEP,
      passphrase: v.BACKUP_PASSPHRASE,
    },
    auditKeepDays: v.AUDIT_KEEP_DAYS,
    workerConcurrency: v.WORKER_CONCURRENCY,
    workerLostAfter: v.WORKER_LOST_AFTER,
    rateLimit: v.RATE_LIMIT,
    overloadMs: v.OVERLOAD_MS,
    trustProxy: v.TRUST_PROXY,
    metricsToken: v.METRICS_TOKEN,
    metricsPort: v.METRICS_PORT,
    stopGrace: v.STOP_GRACE,
    logLevel: v.LOG_LEVEL,
    /** Where traces go; null: nothing is traced. */
    tracing: readTracing(values, v.SHEAF_ROLE),
  };
}
