import { resolve } from 'node:path';
import { appVariables, loneAddress, readApps } from './config-apps.ts';
import { embeddingsProblem, readEmbeddings } from './config-embeddings.ts';
import { settingOf } from './config-files.ts';
import { Unexpected } from './config-readers.ts';
import { readTracing, tracingVariables } from './config-tracing.ts';
import { ownVariables, type Variable } from './config-variables.ts';
import { defaultModelUrl } from './meaning/settings.ts';

/** A wrong or missing setting. The message is one sentence for the person who starts Sheaf. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

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
  const unusable = embeddingsProblem(v);
  if (unusable) throw new ConfigError(unusable);
  if (v.AI_RERANK === 'on' && !v.AI_PROVIDER)
    throw new ConfigError('AI_RERANK=on needs AI_PROVIDER: the model that puts passages in order.');
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
    /** That model is also asked which passages answer a question best. */
    aiRerank: v.AI_RERANK === 'on',
    /** What search by meaning asks; undefined: our own table. */
    embeddings: readEmbeddings(v, dataDir),
    modelUrl: v.EMBEDDINGS_MODEL_URL ?? defaultModelUrl,
    /** Reads text in pictures; null: it does not. */
    ocr: v.OCR === 'on' ? { languages: v.OCR_LANGUAGES } : null,
    /** Makes PDFs of old office files, where it is found; null: nothing does. */
    soffice: v.SOFFICE === 'off' ? null : v.SOFFICE,
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
