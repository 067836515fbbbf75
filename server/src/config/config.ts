import { defaultModelUrl } from '../meaning/settings.ts';
import { appVariables, loneAddress, readApps } from './apps.ts';
import { embeddingsProblem, readEmbeddings } from './embeddings.ts';
import { ConfigError, readSettings, type ValuesOf } from './files.ts';
import { installationOf } from './installation.ts';
import { readTracing, tracingVariables } from './tracing.ts';
import { ownVariables, type Variable } from './variables.ts';

export { ConfigError };

/** All settings. The README's table is generated from this list. */
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

type Values = ValuesOf<typeof ownVariables>;

/** All three keys or none: with one missing, cards could not be added or payments would go unnoticed. */
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

/**
 * All processes share one sandbox: what is uploaded to one is unknown to another, and a worker cannot reach a sandbox
 * beside an API.
 */
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

/** Reads all settings. Only `readInstallation`, for programs that need few of them, reads the environment as well. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const values = readSettings(variables, env);
  const v = values as Values;
  checkSandbox(v);
  const installation = installationOf(v);
  const { dataDir, publicUrl } = installation;
  const lone = loneAddress(values);
  if (lone) throw new ConfigError(`${lone.address} needs ${lone.needs}: without it the sandbox is used.`);
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
  const isPublic = publicUrl.startsWith('https:') && !isLocal(new URL(publicUrl).hostname);
  if (v.OFFICE_VIEWER === 'yes' && !isPublic) {
    throw new ConfigError('OFFICE_VIEWER=yes needs SHEAF_PUBLIC_URL: an https address that the viewer can reach.');
  }
  const local = isLocal(v.HOST) && isLocal(new URL(publicUrl).hostname) && v.TRUST_PROXY === 0;
  return {
    ...installation,
    port: v.PORT,
    host: v.HOST,
    /** Only this machine can reach us. */
    local,
    /** The address for webhooks of providers; null if they cannot reach us. */
    webhookUrl: isPublic ? publicUrl : null,
    role: v.SHEAF_ROLE,
    plan: v.SHEAF_PLAN,
    /** When off, there are no limits, no cards and no prices. */
    billing: v.BILLING !== 'off' && (stripe !== null || hasSandbox),
    stripe,
    databasePool: v.DATABASE_POOL,
    storageAccel: v.STORAGE_ACCEL,
    storageRedirect: v.STORAGE_REDIRECT === 'yes',
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    /** Without a mail server, mail can be read in the browser, but only while nothing but this machine can reach us. */
    mailbox: !v.SMTP_URL && local,
    sandbox: hasSandbox,
    /**
     * The address of the sandbox, if it runs as a process of its own; undefined if it runs beside this process, or not
     * at all.
     */
    sandboxUrl: hasSandbox ? v.SHEAF_SANDBOX_URL : undefined,
    /** For the process that is the sandbox: where it listens, and the names by which others know it. */
    sandboxAddress: v.SHEAF_ROLE === 'sandbox' ? sandboxAddress(v) : undefined,
    privateNetworks: v.SHEAF_ALLOW_PRIVATE_NETWORKS,
    /** Our registrations at the providers, by source. */
    providers: readApps(values),
    privacyUrl: v.PRIVACY_URL,
    officeViewer: v.OFFICE_VIEWER === 'yes',
    /** The model that writes the answers of AI chat; null if there is none. */
    ai: v.AI_PROVIDER
      ? {
          provider: v.AI_PROVIDER,
          model: v.AI_MODEL,
          apiKey: v.AI_API_KEY || undefined,
          url: v.AI_URL ?? aiAddresses[v.AI_PROVIDER],
        }
      : null,
    /** Whether that model also judges which passages answer a question best. */
    aiRerank: v.AI_RERANK === 'on',
    /** The model for search by meaning; undefined for our own table. */
    embeddings: readEmbeddings(v, dataDir),
    modelUrl: v.EMBEDDINGS_MODEL_URL ?? defaultModelUrl,
    /** Reads text in pictures; null if OCR is off. */
    ocr: v.OCR === 'on' ? { languages: v.OCR_LANGUAGES } : null,
    /** The program that makes PDFs of old office files, if it is found; null if it is turned off. */
    soffice: v.SOFFICE === 'off' ? null : v.SOFFICE,
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
    /** Where traces are sent; null if nothing is traced. */
    tracing: readTracing(values, v.SHEAF_ROLE),
  };
}
