import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ConnectorError } from '../errors.ts';
import { httpWorld } from '../testing/http-world.ts';

const { newClient, serve } = httpWorld();
const unavailable = expect.objectContaining({ name: 'ConnectorError', code: 'unavailable' });

test('sends requests with headers and a user agent on one kept connection, and reads the answers', async () => {
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

test('returns any status, and frees the connection of a discarded answer', async () => {
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

test('streams both ways only as fast as the other end reads', async () => {
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
  // Both ends are in this process: once nothing moves for 100 turns of its loop, the server is held back.
  for (let [idle, before] = [0, -1]; idle < 100; before = written) {
    await turn();
    idle = written === before ? idle + 1 : 0;
  }
  expect(written).toBeLessThan(32 * 1024 * 1024);
  const hash = createHash('sha256');
  await pipeline(body, hash);
  const expected = createHash('sha256');
  for (let n = 1; n <= 1024; n++) expected.update(Buffer.alloc(65_536, n));
  expect(hash.digest('hex')).toBe(expected.digest('hex'));
});

test('holds back a stream to a server that doesn’t read', async () => {
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

test('limits text, and rejects invalid JSON', async () => {
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

test('sends many requests at once without mixing them up', async () => {
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
