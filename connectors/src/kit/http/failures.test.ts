import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpWorld } from '../testing/http-world.ts';

const { newClient, serve } = httpWorld();
const unavailable = expect.objectContaining({ name: 'ConnectorError', code: 'unavailable' });

/** The sockets that clients have opened, the latest last. Node’s timers of sockets can’t be faked, so a test emits `timeout`. */
const clientSockets: Socket[] = [];
const collect = (message: unknown) => void clientSockets.push((message as { socket: Socket }).socket);
beforeAll(() => subscribe('net.client.socket', collect));
afterAll(() => unsubscribe('net.client.socket', collect));

test('fails the request with the stream’s own error', async () => {
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

test('reads an early refusal, and doesn’t send the rest of the stream', async () => {
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

test('fails on silence, before the answer and within the body', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/half') response.writeHead(200, { 'content-length': 100 }).write('half');
  });
  const client = newClient({ idleMs: 50 });
  await expect(client.send({ url: server.url })).rejects.toEqual(unavailable);
  await expect(client.send({ url: server.url, idleMs: 20 })).rejects.toThrow('silent for 0.02 seconds');
  const response = await newClient().send({ url: `${server.url}/half` });
  const text = response.text();
  await vi.waitFor(() => expect(clientSockets.at(-1)!.bytesRead).toBeGreaterThan(0));
  clientSockets.at(-1)!.emit('timeout');
  await expect(text).rejects.toThrow('silent for 60 seconds');
});

test('doesn’t mistake a slow reader for a silent server', async () => {
  const server = await serve((_, response) => response.end(Buffer.alloc(8 * 1024 * 1024)));
  const { body } = await newClient().send({ url: server.url });
  await once(body, 'readable');
  clientSockets.at(-1)!.emit('timeout');
  await turn();
  await turn();
  expect(body.destroyed).toBe(false);
  expect((await buffer(body)).length).toBe(8 * 1024 * 1024);
});

test('fails a body that is cut short, for every way of reading, even before a reader listens', async () => {
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
    const closed = new Promise((done) => late.body.once('close', done));
    late.body.resume();
    await closed;
    await expect(late.text()).rejects.toEqual(unavailable);
    await (await client.send({ url })).discard();
  }
});

test('fails as unavailable on no server, no name, garbage and endless headers', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/garbage') request.socket.end('garbage\r\n\r\n');
    else if (request.url === '/close') request.socket.destroy();
    else response.writeHead(200, { 'x-long': 'x'.repeat(70_000) }).end();
  });
  const client = newClient();
  await expect(client.send({ url: 'http://127.0.0.1:1/' })).rejects.toThrow('127.0.0.1:1 refuses the connection.');
  await expect(client.send({ url: `${server.url}/garbage` })).rejects.toThrow('speak HTTP');
  for (const url of [`${server.url}/garbage`, `${server.url}/close`, `${server.url}/headers`, 'http://127.0.0.1:1/'])
    await expect(client.send({ url }), url).rejects.toEqual(unavailable);
  await expect(client.send({ url: 'http://no-such-host.invalid/' })).rejects.toEqual(unavailable);
});

test('ends an aborted request with its signal’s reason, at every stage', async () => {
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

test('leaves no listeners on a signal shared by many requests', async () => {
  const server = await serve((_, response) => response.end('x'));
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const client = newClient();
  for (let n = 0; n < 5; n++) await (await client.send({ url: server.url, signal })).text();
  await expect(client.send({ url: 'http://127.0.0.1:1/', signal })).rejects.toEqual(unavailable);
  await expect.poll(() => removed.mock.calls.length).toBe(6);
  expect(added).toHaveBeenCalledTimes(6);
});

test('replaces a dead kept connection once, if the request is safe to repeat', async () => {
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
  const send = async (method: string, body?: string | Readable, headers: Record<string, string> = {}) =>
    (await client.send({ method, url: server.url, body, headers })).text();
  const position = { 'Content-Range': 'bytes 0-4/5' };
  expect(await send('GET')).toBe('ok');
  expect(await send('PUT', 'again', position)).toBe('ok');
  expect(requests).toBe(3);
  // The repeat left no connection behind; this opens one.
  expect(await send('GET')).toBe('ok');
  await expect(send('POST', 'once', position)).rejects.toEqual(unavailable);
  expect(await send('GET')).toBe('ok');
  // Only the caller can tell whether a file being created exists already.
  await expect(send('PUT', 'once')).rejects.toEqual(unavailable);
  expect(await send('GET')).toBe('ok');
  await expect(send('PUT', Readable.from([Buffer.from('x')]), position)).rejects.toEqual(unavailable);
  expect(requests).toBe(9);
});

test('doesn’t repeat a request if the connection dies on its first use', async () => {
  let requests = 0;
  const server = await serve((request) => {
    requests++;
    request.socket.resetAndDestroy();
  });
  await expect(newClient().send({ url: server.url })).rejects.toEqual(unavailable);
  expect(requests).toBe(1);
});
