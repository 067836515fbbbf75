import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectorError } from './errors.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import { startHttpServer } from './testing/http-server.ts';

const closing = new AsyncDisposableStack();
const opened: { close(): void }[] = [];
afterEach(() => {
  for (const client of opened.splice(0)) client.close();
});

function newClient(options: Partial<HttpClientOptions> = {}) {
  const client = createHttpClient({ userAgent: 'Test/1', ...options });
  opened.push(client);
  return client;
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  return closing.use(await startHttpServer(answer));
}

const unavailable = expect.objectContaining({ name: 'ConnectorError', code: 'unavailable' });

test('asks and reads, with headers and a user agent, on one kept connection', async () => {
  const seen: IncomingMessage[] = [];
  const server = await serve((request, response) => {
    seen.push(request);
    response.setHeader('x-thing', 'yes').end('{"a":1}');
  });
  const client = newClient();
  for (let n = 0; n < 5; n++) {
    const response = await client.send({ url: `${server.url}/a?b=c`, headers: { 'X-Mine': '1' } });
    expect(response).toMatchObject({ status: 200, url: `${server.url}/a?b=c`, headers: { 'x-thing': 'yes' } });
    expect(await response.json()).toEqual({ a: 1 });
  }
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/a?b=c' });
  expect(seen[0]!.headers).toMatchObject({ 'user-agent': 'Test/1', 'x-mine': '1' });
  expect(seen[0]!.headers).not.toHaveProperty('accept-encoding');
  expect(server.sockets).toHaveLength(1);
});

test('any status is an answer, and a discarded one frees its connection', async () => {
  const server = await serve((_, response) => response.writeHead(500).end('x'.repeat(100_000)));
  const client = newClient();
  for (let n = 0; n < 3; n++) {
    const response = await client.send({ method: 'DELETE', url: server.url });
    expect(response.status).toBe(500);
    await response.discard();
  }
  expect(server.sockets).toHaveLength(1);
});

test('sends text, bytes, streams with a length and streams without', async () => {
  const server = await serve(async (request, response) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const received = await buffer(request).catch(() => null);
    if (received) response.end(JSON.stringify({ length, encoding, size: received.length }));
  });
  const client = newClient();
  const send = async (body: string | Uint8Array | Readable, headers = {}) =>
    (await client.send({ method: 'PUT', url: server.url, body, headers })).json();
  expect(await send('é')).toEqual({ length: '2', size: 2 });
  expect(await send(new Uint8Array(3))).toEqual({ length: '3', size: 3 });
  const stream = () => Readable.from([Buffer.alloc(70_000), Buffer.alloc(7)]);
  expect(await send(stream())).toEqual({ encoding: 'chunked', size: 70_007 });
  expect(await send(stream(), { 'Content-Length': '70007' })).toEqual({ length: '70007', size: 70_007 });
  await expect(send(stream(), { 'Content-Length': '70008' })).rejects.toMatchObject({ code: 'corrupt' });
});

test('streams both ways only as fast as they are read', async () => {
  let written = 0;
  const server = await serve((_, response) => {
    const source = new Readable({
      read() {
        written += 65_536;
        this.push(written > 64 * 1024 * 1024 ? null : Buffer.alloc(65_536, written / 65_536));
      },
    });
    source.pipe(response);
  });
  const { body } = await newClient().send({ url: server.url });
  await wait(100);
  const held = written;
  expect(held).toBeLessThan(32 * 1024 * 1024);
  const hash = createHash('sha256');
  await pipeline(body, hash);
  const expected = createHash('sha256');
  for (let n = 1; n <= 1024; n++) expected.update(Buffer.alloc(65_536, n));
  expect(hash.digest('hex')).toBe(expected.digest('hex'));
});

test('a stream to send is held back by a server that does not read', async () => {
  const server = await serve((request) => request.pause());
  let produced = 0;
  const body = new Readable({
    read() {
      produced += 65_536;
      this.push(Buffer.alloc(65_536));
    },
  });
  const sending = newClient({ idleMs: 200 }).send({ method: 'PUT', url: server.url, body });
  await expect(sending).rejects.toEqual(unavailable);
  expect(produced).toBeLessThan(32 * 1024 * 1024);
  expect(body.destroyed).toBe(true);
});

test('a failing stream to send fails the request with its own error', async () => {
  const server = await serve((request) => request.resume());
  const mine = new Error('disk');
  const body = Readable.from(
    (async function* () {
      yield Buffer.alloc(10);
      throw mine;
    })(),
  );
  await expect(newClient().send({ method: 'PUT', url: server.url, body })).rejects.toBe(mine);
});

test('an early refusal is read, and the rest of the stream is not sent', async () => {
  const server = await serve((_, response) => response.writeHead(413).end('too large'));
  const body = new Readable({
    read() {
      setTimeout(() => this.push(Buffer.alloc(1000)), 5);
    },
  });
  const response = await newClient().send({ method: 'PUT', url: server.url, body });
  expect(response.status).toBe(413);
  expect(await response.text()).toBe('too large');
  if (!body.destroyed) await once(body, 'close');
});

test('silence is given up: before the answer, and within the body', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/half') response.writeHead(200, { 'content-length': 100 }).write('half');
  });
  const client = newClient({ idleMs: 50 });
  await expect(client.send({ url: server.url })).rejects.toEqual(unavailable);
  await expect(client.send({ url: server.url, idleMs: 20 })).rejects.toThrow('silent for 20 ms');
  const response = await client.send({ url: `${server.url}/half` });
  await expect(response.text()).rejects.toEqual(unavailable);
});

test('a slow reader is no silence of the server', async () => {
  const server = await serve((_, response) => response.end(Buffer.alloc(8 * 1024 * 1024)));
  const { body } = await newClient({ idleMs: 50 }).send({ url: server.url });
  body.read(0);
  await wait(250);
  expect((await buffer(body)).length).toBe(8 * 1024 * 1024);
});

test('a body cut short is unavailable, for every way of reading, also when nobody listens yet', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/length') response.writeHead(200, { 'content-length': 1000 });
    response.write('part');
    setTimeout(() => response.destroy(), 20);
  });
  const client = newClient();
  for (const path of ['/length', '/chunked']) {
    const url = server.url + path;
    await expect((await client.send({ url })).text()).rejects.toEqual(unavailable);
    await expect(buffer((await client.send({ url })).body)).rejects.toEqual(unavailable);
    const late = await client.send({ url });
    late.body.resume();
    await wait(60);
    await expect(late.text()).rejects.toEqual(unavailable);
    await (await client.send({ url })).discard();
  }
});

test('no server, no name, garbage and endless headers are unavailable', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/garbage') request.socket.end('garbage\r\n\r\n');
    else if (request.url === '/close') request.socket.destroy();
    else response.writeHead(200, { 'x-long': 'x'.repeat(70_000) }).end();
  });
  const client = newClient();
  for (const url of [`${server.url}/garbage`, `${server.url}/close`, `${server.url}/headers`, 'http://127.0.0.1:1/'])
    await expect(client.send({ url }), url).rejects.toEqual(unavailable);
  await expect(client.send({ url: 'http://no-such-host.invalid/' })).rejects.toEqual(unavailable);
});

test('an aborted request ends with the reason of its signal, at every stage', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/body') response.writeHead(200, { 'content-length': 10 }).write('x');
  });
  const client = newClient();
  const reason = new Error('stop');
  await expect(client.send({ url: server.url, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(reason), 30);
  await expect(client.send({ url: server.url, signal: waiting.signal })).rejects.toBe(reason);
  const reading = new AbortController();
  const response = await client.send({ url: `${server.url}/body`, signal: reading.signal });
  setTimeout(() => reading.abort(reason), 30);
  await expect(response.text()).rejects.toBe(reason);
});

test('one signal for many requests gathers no listeners', async () => {
  const server = await serve((_, response) => response.end('x'));
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const client = newClient();
  for (let n = 0; n < 5; n++) await (await client.send({ url: server.url, signal })).text();
  await expect(client.send({ url: 'http://127.0.0.1:1/', signal })).rejects.toEqual(unavailable);
  await wait(10);
  expect(added).toHaveBeenCalledTimes(6);
  expect(removed).toHaveBeenCalledTimes(6);
});

test('a kept connection that died is replaced once, where repeating is safe', async () => {
  let requests = 0;
  const server = await serve((request, response) => {
    // The second request on a connection finds it dead.
    const used = (request.socket as { used?: boolean }).used;
    (request.socket as { used?: boolean }).used = true;
    requests++;
    if (used) request.socket.resetAndDestroy();
    else request.resume().on('end', () => response.end('ok'));
  });
  const client = newClient();
  const send = async (method: string, body?: string | Readable) =>
    (await client.send({ method, url: server.url, body })).text();
  expect(await send('GET')).toBe('ok');
  expect(await send('PUT', 'again')).toBe('ok');
  expect(requests).toBe(3);
  // The repeat left no connection behind; this makes one.
  expect(await send('GET')).toBe('ok');
  await expect(send('POST', 'once')).rejects.toEqual(unavailable);
  expect(await send('GET')).toBe('ok');
  await expect(send('PUT', Readable.from([Buffer.from('x')]))).rejects.toEqual(unavailable);
});

test('a connection that dies on its first request is not repeated', async () => {
  let requests = 0;
  const server = await serve((request) => {
    requests++;
    request.socket.resetAndDestroy();
  });
  await expect(newClient().send({ url: server.url })).rejects.toEqual(unavailable);
  expect(requests).toBe(1);
});

test('text has a limit, JSON has to be JSON', async () => {
  const server = await serve((_, response) => response.end(`"${'x'.repeat(1000)}`));
  const client = newClient();
  await expect((await client.send({ url: server.url })).text(100)).rejects.toEqual(unavailable);
  const failure = await (await client.send({ url: server.url })).json().catch((error: unknown) => error);
  expect(failure).toEqual(unavailable);
  expect((failure as ConnectorError).cause).toBeUndefined();
});

test('logs the path and never the query, headers or bodies', async () => {
  const server = await serve((_, response) => response.end('body-secret'));
  const lines: string[] = [];
  const log = { debug: (data: object, message: string) => void lines.push(JSON.stringify([data, message])) };
  const client = newClient({ log });
  const headers = { authorization: 'header-secret' };
  await (await client.send({ url: `${server.url}/path?key=query-secret`, headers })).text();
  await client.send({ url: 'http://127.0.0.1:1/gone?key=query-secret' }).catch(() => {});
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"path":"/path","status":200');
  expect(lines[1]).toContain('"failed":"unavailable"');
  expect(lines.join()).not.toMatch(/secret/);
});

test('many at once, whole and unmixed', async () => {
  const blob = randomBytes(300_000);
  const server = await serve((request, response) => {
    response.end(blob.subarray(0, Number(request.url!.slice(1))));
  });
  const client = newClient({ maxSockets: 16 });
  const sizes = Array.from({ length: 200 }, (_, n) => (n * 7919) % 300_000);
  const bodies = await Promise.all(
    sizes.map(async (size) => buffer((await client.send({ url: `${server.url}/${size}` })).body)),
  );
  for (const [n, body] of bodies.entries()) expect(body.equals(blob.subarray(0, sizes[n]))).toBe(true);
  expect(server.sockets.length).toBeLessThanOrEqual(16);
});
