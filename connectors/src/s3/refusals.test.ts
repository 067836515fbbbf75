import { type S3Options, startS3 } from '@sheaf/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountContext } from '../kit/connector.ts';
import type { RemoteId } from '../kit/session.ts';
import { startHttpServer } from '../kit/testing/http-server.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { s3 } from './index.ts';
import { fieldsOf, login } from './testing/world.ts';

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.stop();
});

/** Disables retries, to see how a store’s answer is classified. */
async function start(options: Partial<S3Options> = {}, fields: Record<string, string> = {}) {
  const sandbox = await startS3({ ...login, ...options });
  const account = open(fieldsOf(sandbox.url, fields));
  opened.push(sandbox);
  return { sandbox, account, session: s3.open(account) };
}

function open(fields: Record<string, string>, more: Partial<AccountContext> = {}) {
  const account = testAccount({ fields });
  opened.push({ stop: account.close });
  return { ...account, call: <T>(work: () => Promise<T>) => work(), ...more };
}

const file = 'file.txt' as RemoteId;

describe('a refusal', () => {
  it.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'The access key or the secret key isn’t accepted.'],
    ['an unknown key', { accessKeyId: 'AKIAUNKNOWN' }, 'The store doesn’t know the access key.'],
  ])('requires reconnecting after %s, even if HEAD has no reason', async (_, wrong, message) => {
    const { session } = await start({}, wrong);
    const refused = { code: 'auth_revoked', message };
    await expect(session.identity()).rejects.toMatchObject(refused);
    await expect(session.files!.stat(file)).rejects.toMatchObject(refused);
    await expect(session.files!.download(file)).rejects.toMatchObject(refused);
  });

  it('reports a difference of clocks and its size', async () => {
    const { session } = await start({ clock: () => new Date(Date.now() + 20 * 60_000) });
    for (const call of [session.identity(), session.files!.stat(file)])
      await expect(call).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/^The clock of this server differs from that of 127\.0\.0\.1:\d+ by 20 minutes/),
      });
  });

  it('reports a missing bucket', async () => {
    const { session } = await start({}, { bucket: 'other' });
    const error = { code: 'unavailable', message: expect.stringContaining('has no bucket named “other”') };
    await expect(session.identity()).rejects.toMatchObject(error);
    // It must not count as a deleted file, which would be deleted here.
    await expect(session.files!.download(file)).rejects.toMatchObject(error);
  });

  it.each([
    [503, 'SlowDown', 'rate_limited'],
    [429, 'TooManyRequests', 'rate_limited'],
    [503, 'ServiceUnavailable', 'unavailable'],
    [500, 'InternalError', 'unavailable'],
    [403, 'AccessDenied', 'forbidden'],
    [403, 'InvalidObjectState', 'forbidden'],
    [403, 'QuotaExceeded', 'quota_full'],
    [507, 'XMinioStorageFull', 'quota_full'],
    [400, 'ExpiredToken', 'auth_revoked'],
    [416, 'InvalidRange', 'conflict'],
    [404, 'NoSuchKey', 'not_found'],
  ])('%i %s is %s', async (status, reason, code) => {
    const { sandbox, session } = await start();
    sandbox.faults.add({ action: { kind: 'status', status, reason, retryAfter: 7 } });
    const error = await session.files!.download(file).catch((thrown) => thrown);
    expect(error).toMatchObject({ code, detail: { retryAfterMs: 7000 } });
    expect(error.detail.limit).toBe(code === 'rate_limited' ? 'account' : undefined);
  });
});

describe('a region', () => {
  it('is discovered and remembered', async () => {
    const { sandbox, account, session } = await start({ region: 'eu-central-1' });
    sandbox.bucket.write(file, Buffer.from('x'));
    expect((await session.files!.stat(file)).size).toBe(1);
    expect(account.remembered).toEqual({ region: 'eu-central-1' });
    const calls = sandbox.faults.count();
    expect((await s3.open(account).files!.stat(file)).size).toBe(1);
    expect(sandbox.faults.count()).toBe(calls + 1);
  });

  it('doesn’t lead to another server than the one that was entered', async () => {
    let visits = 0;
    const other = await startHttpServer((_, response) => {
      visits += 1;
      response.end();
    });
    const document = '<Error><Code>PermanentRedirect</Code><Endpoint>elsewhere.example.com</Endpoint></Error>';
    const named = await startHttpServer((_, response) =>
      response.writeHead(301, { location: other.url, 'x-amz-bucket-region': 'eu-west-1' }).end(document),
    );
    opened.push({ stop: other.close }, { stop: named.close });
    const session = s3.open(open(fieldsOf(named.url)));
    await expect(session.identity()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('redirects to elsewhere.example.com'),
    });
    expect(visits).toBe(0);
  });
});

it('reads a bucket at a host named after it', async () => {
  const { sandbox, account } = await start();
  sandbox.bucket.write('a/../b', Buffer.from('found'));
  const { port } = new URL(sandbox.url);
  const hosts: (string | undefined)[] = [];
  // Replaces DNS.
  const http: AccountContext['http'] = {
    send({ headers, url, ...request }) {
      const { host } = new URL(url);
      hosts.push(host);
      return account.http.send({
        ...request,
        url: url.replace(host, `127.0.0.1:${port}`),
        headers: { ...headers, host },
      });
    },
  };
  const fields = fieldsOf(`http://s3.test:${port}`, { pathStyle: 'no' });
  const session = s3.open(open(fields, { http }));
  const { body } = await session.files!.download('a/../b' as RemoteId);
  expect(Buffer.concat(await body.toArray()).toString()).toBe('found');
  expect((await session.files!.browse(null, null)).items.map(({ id }) => id)).toEqual(['a/']);
  expect(new Set(hosts)).toEqual(new Set([`files.s3.test:${port}`]));
});

it('can’t reach private addresses that the guard forbids', async () => {
  const { sandbox } = await start();
  const guarded = testAccount({ fields: fieldsOf(sandbox.url), allowPrivate: false });
  opened.push({ stop: guarded.close });
  await expect(s3.open(guarded).identity()).rejects.toMatchObject({ name: 'ForbiddenNetworkError' });
});
