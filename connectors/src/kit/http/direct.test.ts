import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../testing/certificate.ts';
import { httpWorld } from '../testing/http-world.ts';
import { giveBack } from './direct.ts';

const { newClient, serve } = httpWorld();
const content = randomBytes(5 * 1024 * 1024 + 123);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const trusted = getCACertificates();
beforeAll(() => setDefaultCACertificates([...trusted, certificate]));
afterAll(() => setDefaultCACertificates(trusted));

describe.each(['http', 'https'] as const)('over %s', (scheme) => {
  test('reads several large bodies at once completely, and reuses their buffers', async () => {
    const server = await serve((_, response) => response.end(content), scheme);
    const client = newClient();
    const read = async (slowly: boolean) => {
      const { body } = await client.send({ url: server.url });
      const hash = createHash('sha256');
      for await (const bytes of body as AsyncIterable<Buffer>) {
        if (slowly) await wait(1);
        hash.update(bytes);
        giveBack(bytes);
      }
      return hash.digest('hex');
    };
    const hashes = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => read(number % 2 === 0)));
    expect(new Set(hashes)).toEqual(new Set([sha256(content)]));
    expect(await read(false)).toBe(sha256(content));
    // Each body used a connection of its own, so none went through the parser.
    expect(server.sockets).toHaveLength(7);
  });

  test('reads head and body however they are cut into packets', async () => {
    const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${content.length}\r\n\r\n`;
    const message = Buffer.concat([Buffer.from(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${head}`), content]);
    const cuts = [
      [message.length - content.length],
      [10],
      [message.length - content.length - 2],
      [44],
      [message.length - 1],
    ];
    const server = await serve(async (request) => {
      let at = 0;
      for (const cut of [...cuts[Number(request.url!.slice(1))]!, message.length]) {
        if (!request.socket.write(message.subarray(at, cut))) await once(request.socket, 'drain');
        await wait(20);
        at = cut;
      }
    }, scheme);
    const client = newClient();
    for (const number of cuts.keys()) {
      const { body } = await client.send({ url: `${server.url}/${number}` });
      const pieces = await body.toArray();
      expect(sha256(Buffer.concat(pieces)), `cut ${number}`).toBe(sha256(content));
    }
  });

  test('fails a large body that is cut off, and closes the connection of one that is destroyed or aborted', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 2_000_000));
      if (request.url === '/cut') setTimeout(() => response.destroy(), 20);
      else request.socket.once('close', () => ended.resolve());
    }, scheme);
    let ended = Promise.withResolvers<void>();
    const client = newClient();
    const cut = await client.send({ url: `${server.url}/cut` });
    await expect(cut.body.toArray()).rejects.toMatchObject({ code: 'unavailable' });

    (await client.send({ url: server.url })).body.destroy();
    await ended.promise;

    ended = Promise.withResolvers();
    const reason = new Error('stop');
    const stop = new AbortController();
    const aborted = await client.send({ url: server.url, signal: stop.signal });
    setTimeout(() => stop.abort(reason), 20);
    await expect(aborted.body.toArray()).rejects.toBe(reason);
    await ended.promise;
  });
});
