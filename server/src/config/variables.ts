import { embeddingsVariables } from './embeddings.ts';
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
} from './readers.ts';

export interface Variable<T> {
  meaning: string;
  /** The default in words, for the README's table. */
  otherwise: string;
  read(value: string | undefined): T;
}

function variable<T>(meaning: string, otherwise: string, read: (value: string | undefined) => T): Variable<T> {
  return { meaning, otherwise, read };
}

/** Sheaf's own settings: see also apps.ts and tracing.ts. */
export const ownVariables = {
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
    'Sends downloads straight to the S3 bucket, with links that expire after minutes: yes or no',
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
  AI_RERANK: variable(
    'Asks the model of AI_PROVIDER first which passages answer a question best: on or off. One more call for each question',
    'off',
    oneOf('off', 'on'),
  ),
  ...embeddingsVariables,
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
  SOFFICE: variable(
    'LibreOffice, which prepares previews of old Word and PowerPoint files: a path, a name on PATH, or off',
    'soffice, where it is installed',
    text('soffice'),
  ),
  BACKUP_DIR: variable(
    'Folder in which workers make backups by the clock, see docs/operations.md; the same for all workers',
    'backups are made by `npm run backup` only',
    optional,
  ),
  BACKUP_EVERY: variable('Hours from one of these backups to the next', '24', integer(24, 1, 720)),
  BACKUP_KEEP: variable('How many of these backups are kept; see docs/operations.md', '7', integer(7, 1, 1000)),
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
    'Serves Prometheus metrics at /metrics to requests with this bearer token',
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
