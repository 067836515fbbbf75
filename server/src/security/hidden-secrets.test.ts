import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { contract } from '@sheaf/contract';
import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { configuredSecrets } from '../config/secrets.ts';
import { ask, newThread, someone } from '../features/ai/testing/conversations.ts';
import { createLogger } from '../platform/logger.ts';
import { redactError, redactorOf } from '../platform/secrets/redaction.ts';
import { openTracing } from '../platform/tracing/index.ts';
import { failure } from '../testing/failure.ts';
import { person } from '../testing/people.ts';
import { startTraceCollector } from '../testing/servers/trace-collector.ts';
import { connectAccount } from '../testing/sign-in/consent.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/** A provider that quotes our secrets in its refusals does not get them into logs, traces or onto screens. */

const apiKey = 'sk-live-51H8"quoted\\key';
const environment = {
  RATE_LIMIT: '0',
  AI_PROVIDER: 'openai',
  AI_MODEL: 'scripted',
  AI_API_KEY: apiKey,
  SMTP_URL: 'smtp://robot:p%40ssw0rd@mail.example.com',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'google-client-secret',
  DATABASE_URL: 'postgres://sheaf:database-password@db/sheaf',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-token',
};
const config = readConfig(environment);
const redact = redactorOf(configuredSecrets(config));

const lines: string[] = [];
const log = createLogger('debug', redact, { write: (line) => void lines.push(line) });
beforeEach(() => void lines.splice(0));

const logged = () => lines.map((line) => JSON.parse(line));

/** Refuses everything and quotes the secrets of the request. */
async function startIndiscreet(answer: (quoted: string) => object) {
  const seen: string[] = [];
  const listener: RequestListener = (request, response) => {
    const quoted = String(request.headers.authorization ?? request.headers['x-api-key']);
    seen.push(quoted.replace('Bearer ', ''));
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(answer(quoted)));
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, stop: () => server.close().closeAllConnections() };
}

describe('with providers that quote what they were sent', () => {
  let app: TestApp;
  let google: GoogleSandbox;
  let model: Awaited<ReturnType<typeof startIndiscreet>>;
  let drive: typeof model;
  beforeAll(async () => {
    model = await startIndiscreet((quoted) => ({
      type: 'error',
      error: { type: 'denied', message: `The key ${quoted} is not allowed` },
    }));
    drive = await startIndiscreet((quoted) => ({ error: { code: 403, message: `${quoted} and ${apiKey} may not` } }));
    google = await startGoogle({ samples: false });
    const urls = { ...google.urls, userinfo: drive.url, drive: drive.url };
    const ai = { ...config.ai!, url: model.url };
    app = await testApp({ ai }, { 'google-drive': { ...google, urls } }, { log });
  });
  afterAll(async () => {
    await app.close();
    await google.stop();
    model.stop();
    drive.stop();
  });

  it.each(['openai', 'anthropic'] as const)('the log of a failed answer of %s hides our key', async (provider) => {
    app.services.config.ai = { ...config.ai!, provider, url: model.url };
    const { me } = await someone(app);
    const error = await failure(ask(me, await newThread(me), 'How much notice has to be given?'));
    expect(model.seen).toContain(apiKey);
    const warning = logged().find(({ msg }) => msg === 'the model failed');
    expect(warning.err.message).toContain('[hidden] is not allowed');
    expect(JSON.stringify([logged(), error.message])).not.toContain('sk-live');
  });

  it('the log of what an app refused hides the account’s token and our keys', async () => {
    const me = await person(app);
    const error = await failure(connectAccount(me, 'google-drive', 'ada'));
    expect(error.message).toBe('The app doesn’t allow this.');
    expect(JSON.stringify(logged())).toContain('[hidden] and [hidden] may not');
    expect(drive.seen[0]).toMatch(/.{10}/);
    expect(JSON.stringify([logged(), error])).not.toContain(drive.seen[0]);
  });
});

describe('the log', () => {
  it.each([
    ['the key of the model', apiKey],
    ['the password of the mail server', 'p@ssw0rd'],
    ['that password as part of an address', 'p%40ssw0rd'],
    ['the secret of an app', 'google-client-secret'],
    ['the password of the database', 'database-password'],
    ['the token for the collector', 'collector-token'],
  ])('hides %s wherever it occurs, and stays JSON', (_, secret) => {
    const err = new Error(`refused: ${secret}`);
    log.warn({ err, deep: { list: [`a ${secret} b`], [secret]: 1 } }, `with ${secret}`);
    const [line] = logged();
    expect(line).toMatchObject({
      msg: 'with [hidden]',
      err: { message: 'refused: [hidden]' },
      deep: { list: ['a [hidden] b'], '[hidden]': 1 },
    });
    expect(lines[0]).not.toContain(secret);
    expect(line.err.stack).not.toContain(secret);
  });

  it('leaves lines without secrets unchanged', () => {
    log.info({ key: 'value' }, 'nothing to hide');
    expect(logged()[0]).toMatchObject({ key: 'value', msg: 'nothing to hide' });
  });
});

it.each([new Error(`with ${apiKey}`, { cause: new Error(apiKey) }), new DOMException(`with ${apiKey}`, 'AbortError')])(
  '%o is the same error without them',
  (error) => {
    const { name } = error;
    expect(redactError(error, redact)).toBe(error);
    expect(error).toMatchObject({ name, message: 'with [hidden]' });
    expect(inspect(error)).not.toContain('sk-live');
  },
);

it('traces hide them in names, attributes and reasons', async () => {
  const collector = await startTraceCollector();
  const settings = { ...config.tracing!, endpoint: collector.endpoint };
  const tracing = await openTracing(settings, redact);
  const span = tracing.start('call', `GET ${apiKey}`, { 'server.address': `${apiKey}.example.com` });
  span.set({ more: apiKey, count: 1 });
  span.fail(`refused ${apiKey}`);
  span.end();
  await tracing.stop();
  await collector.stop();
  const [sent] = collector.spans();
  expect(sent).toMatchObject({
    name: 'GET [hidden]',
    attributes: { 'server.address': '[hidden].example.com', more: '[hidden]', 'error.type': 'refused [hidden]' },
  });
});

it('an error shown to people hides long secrets, and what is hidden reveals no short ones', async () => {
  const app = await testApp({ ai: config.ai, smtpUrl: config.smtpUrl });
  const me = await person(app);
  const messageFor = async (name: string) => {
    const create = () => me.call(contract.labels.create, { body: { name, color: '#e03131' } });
    await create();
    return (await failure(create())).message;
  };
  expect(app.services.redact(`The provider says: ${apiKey}`)).toBe('The provider says: [hidden]');
  expect(await messageFor(apiKey)).not.toContain('sk-live');
  expect(app.services.redact('p@ssw0rd')).toBe('p@ssw0rd');
  await app.close();
});
