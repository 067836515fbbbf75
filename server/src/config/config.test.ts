import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, variables } from './config.ts';
import { mayBeFile } from './files.ts';
import { readInstallation } from './installation.ts';
import { configuredSecrets } from './secrets.ts';

const problem = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'none';
};

describe('a wrong setting stops the start with a sentence that names it', () => {
  it.each([
    [{ PORT: 'eighty' }, "PORT should be a whole number from 1 to 65535, but it is 'eighty'."],
    [{ PORT: '70000' }, "PORT should be a whole number from 1 to 65535, but it is '70000'."],
    [{ SHEAF_ROLE: 'web' }, "SHEAF_ROLE should be one of all, api, worker, sandbox, but it is 'web'."],
    [
      { SHEAF_PUBLIC_URL: 'sheaf.example' },
      'SHEAF_PUBLIC_URL should be an address that starts with http:// or https://, but it is something else.',
    ],
    [{ BILLING: 'maybe' }, "BILLING should be one of on, off, but it is 'maybe'."],
    [{ BILLING: 'on', SHEAF_SANDBOX: 'no' }, 'BILLING=on needs STRIPE_SECRET_KEY: there is no sandbox to pay in.'],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: Stripe works with all three keys.',
    ],
    [{ SHEAF_SECRET: 'short' }, 'SHEAF_SECRET should be at least 32 characters, but it is something else.'],
    [
      { SHEAF_ROLE: 'worker', SHEAF_SANDBOX: 'no' },
      'SHEAF_ROLE=worker needs DATABASE_URL: the embedded database serves one process only.',
    ],
    [
      { SHEAF_ROLE: 'api' },
      'SHEAF_ROLE=api needs SHEAF_SANDBOX_URL, the address of a process with SHEAF_ROLE=sandbox, or SHEAF_SANDBOX=no.',
    ],
    [
      { DATABASE_POOLER: 'transaction', DATABASE_URL: 'postgres://pooler' },
      'DATABASE_POOLER=transaction needs DATABASE_URL, the address of the pooler, and DATABASE_DIRECT_URL, that of the database.',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://db' },
      'DATABASE_DIRECT_URL needs DATABASE_POOLER=transaction: without a pooler DATABASE_URL is direct.',
    ],
    [
      { SHEAF_ROLE: 'sandbox' },
      'SHEAF_ROLE=sandbox needs SHEAF_SANDBOX_URL: the address where the other processes find it.',
    ],
    [
      { SHEAF_ROLE: 'sandbox', SHEAF_SANDBOX: 'no', SHEAF_SANDBOX_URL: 'http://sandbox:4000' },
      'SHEAF_ROLE=sandbox contradicts SHEAF_SANDBOX=no.',
    ],
    [
      { SHEAF_ROLE: 'sandbox', SHEAF_SANDBOX_URL: 'http://sandbox:4000' },
      'SHEAF_SANDBOX_URL needs SHEAF_SECRET: the sandbox answers only processes that share it.',
    ],
    [
      { GOOGLE_AUTH_URL: 'https://google.example/auth' },
      'GOOGLE_AUTH_URL needs GOOGLE_CLIENT_ID: without it the sandbox is used.',
    ],
    [
      { DROPBOX_API_URL: 'ftp://dropbox.example', DROPBOX_CLIENT_ID: 'x' },
      'DROPBOX_API_URL should be an address that starts with http:// or https://, but it is something else.',
    ],
    [
      { SHEAF_PREVIOUS_SECRETS: 'x'.repeat(32) },
      'SHEAF_PREVIOUS_SECRETS needs SHEAF_SECRET: the value they were replaced by.',
    ],
    [
      { EMBEDDINGS_URL: 'https://models.example/v1' },
      'EMBEDDINGS_URL needs EMBEDDINGS_MODEL: the name of the model to ask for.',
    ],
    [{ OCR: 'yes' }, "OCR should be one of off, on, but it is 'yes'."],
    [
      { OCR: 'on', OCR_LANGUAGES: 'English' },
      "OCR_LANGUAGES should be up to five languages such as eng, deu or chi_sim, but it is 'English'.",
    ],
    [{ EMBEDDINGS_API_KEY: 'key' }, 'EMBEDDINGS_API_KEY needs EMBEDDINGS_URL: the address of the endpoint.'],
    [{ EMBEDDINGS_MODEL: 'small' }, 'EMBEDDINGS_MODEL needs EMBEDDINGS_URL: the address of the endpoint.'],
    [{ EMBEDDINGS: 'remote' }, "EMBEDDINGS should be one of local, but it is 'remote'."],
    [
      { EMBEDDINGS: 'local', EMBEDDINGS_URL: 'https://models.example/v1' },
      'EMBEDDINGS=local contradicts EMBEDDINGS_URL: a model on this machine has no endpoint.',
    ],
    [
      { EMBEDDINGS_QUERY_PREFIX: 'query:' },
      'EMBEDDINGS_QUERY_PREFIX needs EMBEDDINGS=local: an endpoint has settings of its own.',
    ],
    [
      { EMBEDDINGS: 'local', EMBEDDINGS_POOLING: 'max' },
      "EMBEDDINGS_POOLING should be one of mean, cls, but it is 'max'.",
    ],
    [{ AI_RERANK: 'on' }, 'AI_RERANK=on needs AI_PROVIDER: the model that puts passages in order.'],
  ])('%j', (env, message) => expect(problem(env)).toBe(message));

  it('never shows the value of a secret', () => {
    expect(problem({ DATABASE_URL: 'mysql://root:hunter2@host/db' })).not.toContain('hunter2');
  });
});

it('takes languages of OCR in any of the usual forms', () => {
  expect(readConfig({}).ocr).toBeNull();
  expect(readConfig({ OCR: 'on' }).ocr).toEqual({ languages: ['eng'] });
  expect(readConfig({ OCR: 'on', OCR_LANGUAGES: 'eng+deu, chi_sim' }).ocr?.languages).toEqual([
    'eng',
    'deu',
    'chi_sim',
  ]);
});

it('works without any setting', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    publicUrl: 'http://localhost:3000',
    blobs: { kind: 'disk' },
  });
});

it('programs beside the server read the same values of what they need, and nothing else', () => {
  const env = { SHEAF_DATA_DIR: '/data', DATABASE_URL: 'postgres://db/sheaf', SHEAF_SECRET: 'x'.repeat(40) };
  expect(readConfig(env)).toMatchObject(readInstallation(env));
  expect(readInstallation({ ...env, OCR: 'maybe' }).dataDir).toBe('/data');
  expect(() => readInstallation({ ...env, SHEAF_SECRET: 'short' })).toThrow(ConfigError);
  expect(() => readInstallation({ SHEAF_ROLE: 'worker' })).toThrow(/^SHEAF_ROLE=worker needs DATABASE_URL/);
});

it('treats an empty value as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

it('takes the providers’ addresses, and the hosts beside them', () => {
  const { providers } = readConfig({
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_AUTH_URL: 'https://accounts.example/auth',
    GOOGLE_TOKEN_URL: 'https://tokens.example/oauth/token',
    GOOGLE_DRIVE_API_URL: 'https://drive.example/drive/v3/',
    DROPBOX_CLIENT_ID: 'key',
    DROPBOX_API_URL: 'https://api.example/2',
  });
  expect(providers['google-drive']).toMatchObject({
    clientId: 'id',
    urls: {
      authorize: 'https://accounts.example/auth',
      token: 'https://tokens.example/oauth/token',
      revoke: 'https://tokens.example/oauth/revoke',
      drive: 'https://drive.example/drive/v3',
      upload: 'https://drive.example/upload/drive/v3',
    },
  });
  expect(providers.dropbox?.urls).toEqual({ api: 'https://api.example' });
});

it('takes a Drive that is only a host for its API', () => {
  const { providers } = readConfig({ GOOGLE_CLIENT_ID: 'id', GOOGLE_DRIVE_API_URL: 'http://127.0.0.1:4000' });
  expect(providers['google-drive']?.urls).toEqual({
    drive: 'http://127.0.0.1:4000/drive/v3',
    upload: 'http://127.0.0.1:4000/upload/drive/v3',
  });
});

it.each([
  [{}, null],
  [{ SHEAF_PUBLIC_URL: 'http://sheaf.example' }, null],
  [{ SHEAF_PUBLIC_URL: 'https://localhost:3000' }, null],
  [{ SHEAF_PUBLIC_URL: 'https://sheaf.example/' }, 'https://sheaf.example'],
])('receives webhooks only at a public address: %j', (env, url) => {
  expect(readConfig(env).webhookUrl).toBe(url);
});

it('gives files to the online office viewer only if it can fetch them', () => {
  expect(readConfig({}).officeViewer).toBe(false);
  expect(readConfig({ OFFICE_VIEWER: 'yes', SHEAF_PUBLIC_URL: 'https://sheaf.example' }).officeViewer).toBe(true);
  expect(() => readConfig({ OFFICE_VIEWER: 'yes' })).toThrow('OFFICE_VIEWER=yes needs SHEAF_PUBLIC_URL');
});

it('lets only servers that can do so send the bytes', () => {
  expect(readConfig({ STORAGE_ACCEL: '/blobs/' }).storageAccel).toBe('/blobs');
  expect(() => readConfig({ STORAGE_ACCEL: 'blobs' })).toThrow('STORAGE_ACCEL should be a path such as /blobs');
  const s3 = { BLOB_STORE: 's3://bucket?region=eu-central-1' };
  expect(() => readConfig({ STORAGE_ACCEL: '/blobs', ...s3 })).toThrow('STORAGE_ACCEL needs contents in a folder');
  expect(readConfig({ STORAGE_REDIRECT: 'yes', ...s3 }).storageRedirect).toBe(true);
  expect(() => readConfig({ STORAGE_REDIRECT: 'yes' })).toThrow('STORAGE_REDIRECT=yes needs BLOB_STORE');
});

it('turns billing on if there is a payment provider', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const on = (env: Record<string, string>) => readConfig(env).billing;
  expect([on({}), on({ SHEAF_SANDBOX: 'no' }), on({ SHEAF_SANDBOX: 'no', ...keys })]).toEqual([true, false, true]);
  expect([on({ BILLING: 'off' }), on({ BILLING: 'off', ...keys })]).toEqual([false, false]);
  const split = { DATABASE_URL: 'postgres://db', SHEAF_SECRET: 'x'.repeat(32), SHEAF_ROLE: 'api' };
  const [without, beside] = [{ SHEAF_SANDBOX: 'no' }, { SHEAF_SANDBOX_URL: 'http://sandbox:4000' }];
  expect([on({ ...split, ...without }), on({ ...split, ...beside })]).toEqual([false, true]);
});

it('traces if a collector is named, with OpenTelemetry’s own variables', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'files' }).tracing).toBeNull();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  expect(readConfig(endpoint).tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: {},
    serviceName: 'sheaf',
    resource: {},
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  const full = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team=files',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  expect(readConfig(full).tracing).toMatchObject({
    headers: { authorization: 'Bearer a=b', 'x-team': 'files' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.05,
  });
  expect(() => readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('a number from 0 to 1');
  const leaky = () => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'very secret' });
  expect(leaky).toThrow('should be pairs such as name=value, separated by commas, but it is something else.');
});

describe('a secret in a file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sheaf-config-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };

  it('works for every secret', () => {
    const secrets = Object.keys(variables).filter(mayBeFile);
    expect(secrets).toEqual(
      expect.arrayContaining(['SHEAF_SECRET', 'DATABASE_URL', 'BACKUP_PASSPHRASE', 'GOOGLE_CLIENT_SECRET', 'SMTP_URL']),
    );
    const secret = 'x'.repeat(40);
    const config = readConfig({
      SHEAF_SECRET_FILE: file('secret', `${secret}\n`),
      DATABASE_URL_FILE: file('url', 'postgres://sheaf:pw-of-database@db/sheaf\n'),
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET_FILE: file('google', 'secret of google'),
      BACKUP_PASSPHRASE_FILE: file('passphrase', 'a long passphrase'),
    });
    expect(configuredSecrets(config)).toEqual(
      expect.arrayContaining([secret, 'pw-of-database', 'secret of google', 'a long passphrase']),
    );
  });

  it('refuses both ways at once, and a missing file', () => {
    const path = file('other', 'y'.repeat(40));
    expect(problem({ SHEAF_SECRET: 'x'.repeat(40), SHEAF_SECRET_FILE: path })).toBe(
      'SHEAF_SECRET and SHEAF_SECRET_FILE are both set: remove one of them.',
    );
    expect(problem({ METRICS_TOKEN_FILE: '/no/such/file' })).toBe(
      'METRICS_TOKEN_FILE names /no/such/file, which can’t be read (ENOENT).',
    );
    expect(problem({ METRICS_TOKEN_FILE: file('empty', '\n') })).toMatch(/which is empty\.$/);
    expect(problem({ METRICS_TOKEN_FILE: file('short', 'short') })).toBe(
      'METRICS_TOKEN should be at least 32 characters, but it is something else.',
    );
    expect(readConfig({ PORT_FILE: path }).port).toBe(3000);
  });
});

it('reads the options of a local model', () => {
  const { embeddings } = readConfig({
    EMBEDDINGS: 'local',
    EMBEDDINGS_MODEL: '/models/mine',
    EMBEDDINGS_QUERY_PREFIX: 'query:',
    EMBEDDINGS_PASSAGE_PREFIX: 'none',
    EMBEDDINGS_THREADS: '2',
  });
  expect(embeddings).toEqual({
    kind: 'local',
    folder: '/models/mine',
    threads: 2,
    overrides: { pooling: undefined, questionPrefix: 'query: ', passagePrefix: '' },
  });
});
