import { afterAll, expect, test } from 'vitest';
import { createNetworkGuard } from '../network/guard.ts';
import { startHttpServer } from '../testing/http-server.ts';
import { createHttpClient } from './client.ts';
import { redirected } from './redirects.ts';

const client = createHttpClient({ userAgent: 'Test/1' });
const seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
const target = await startHttpServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
  response.end('here');
});
const start = await startHttpServer((request, response) => {
  const [, status, ...rest] = request.url!.split('/');
  if (status === 'here') {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body: '' });
    response.end('here');
  } else if (status === 'loop') response.writeHead(302, { location: '/loop' }).end();
  else response.writeHead(Number(status), { location: rest.join('/').replace('TARGET', target.url) }).end('moved');
});
afterAll(async () => {
  client.close();
  await start.close();
  await target.close();
});

const secrets = {
  Authorization: 'Bearer x',
  cookie: 'a=b',
  'Proxy-Authorization': 'y',
  'X-Auth-Token': 'z',
  depth: '1',
};

test.each([301, 302, 303, 307, 308])('follows %i for reading methods, with the body', async (status) => {
  for (const method of ['GET', 'HEAD', 'PROPFIND']) {
    seen.length = 0;
    const body = method === 'PROPFIND' ? '<propfind/>' : undefined;
    const response = await client.send({ method, url: `${start.url}/${status}/TARGET/there`, headers: secrets, body });
    expect(response).toMatchObject({ status: 200, url: `${target.url}/there` });
    await response.discard();
    expect(seen).toMatchObject([{ method, url: '/there', body: body ?? '' }]);
  }
});

test('removes credentials when host, port or protocol change, and keeps other headers', async () => {
  seen.length = 0;
  await (await client.send({ url: `${start.url}/302/TARGET/`, headers: secrets })).discard();
  expect(Object.keys(seen[0]!.headers).sort()).toEqual(['connection', 'depth', 'host', 'user-agent']);
});

test('keeps credentials on the same server', async () => {
  seen.length = 0;
  await (await client.send({ url: `${start.url}/302//here`, headers: secrets })).discard();
  expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b', 'x-auth-token': 'z' });
});

test('returns redirects of writing methods unchanged, and with followRedirects: false all of them', async () => {
  for (const method of ['PUT', 'POST', 'DELETE', 'MKCOL', 'MOVE'])
    expect((await client.send({ method, url: `${start.url}/307/TARGET/` })).status).toBe(307);
  expect((await client.send({ url: `${start.url}/302/TARGET/`, followRedirects: false })).status).toBe(302);
  expect((await client.send({ url: `${start.url}/304/TARGET/` })).status).toBe(304);
});

test('fails after five redirects', async () => {
  await expect(client.send({ url: `${start.url}/loop` })).rejects.toMatchObject({ code: 'unavailable' });
});

test('never redirects from encrypted to plain, nor to anything other than a web address', () => {
  expect(() => redirected({ url: 'https://a.example/' }, 'http://a.example/')).toThrow('without encryption');
  expect(() => redirected({ url: 'https://a.example/' }, 'file:///etc/passwd')).toThrow('not a web address');
  expect(() => redirected({ url: 'https://a.example/' }, 'http://')).toThrow('not a web address');
});

test('treats another port or protocol as another server', () => {
  const headers = { authorization: 'x' };
  for (const [from, to] of [
    ['https://a.example/', 'https://a.example:8443/'],
    ['http://a.example/', 'https://a.example/'],
    ['https://a.example/', 'https://b.a.example/'],
  ] as const)
    expect(redirected({ url: from, headers }, to).headers).toEqual({});
  expect(redirected({ url: 'https://a.example/x', headers }, 'https://a.example:443/y').headers).toEqual(headers);
});

test('checks every hop with the guard', async () => {
  const guarded = createHttpClient({ userAgent: 'Test/1', guard: createNetworkGuard(['127.0.0.1/32']) });
  const sent = guarded.send({ url: `${start.url}/302/http://169.254.169.254/latest` });
  await expect(sent).rejects.toMatchObject({ code: 'forbidden' });
  guarded.close();
});
