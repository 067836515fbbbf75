import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createEndpointEmbedder } from './endpoint-embedder.ts';
import { EmbeddingsUnavailable, openEmbedder, similarity } from './index.ts';
import { createWordEmbedder } from './word-embedder.ts';

interface Asked {
  model: string;
  input: string[];
}

/** The endpoint's reactions to the next requests, in order; after that it answers. */
let script: ((asked: Asked, response: ServerResponse) => void)[];
let requests: { asked: Asked; headers: IncomingMessage['headers']; path: string | undefined }[];
let size: number;
let url: string;
let close: () => void;

beforeEach(async () => {
  [script, requests, size] = [[], [], 48];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    // Ends before everything was sent.
    if (body === null) return;
    const asked = JSON.parse(body) as Asked;
    requests.push({ asked, headers: request.headers, path: request.url });
    const next = script.shift() ?? answer;
    next(asked, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => close());

const send = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Counts letters: crude, but similar texts are near. The order differs from the request, which is allowed. */
const vectorOf = (input: string): number[] => {
  const vector: number[] = Array(size).fill(0.5);
  for (const letter of Buffer.from(input.toLowerCase())) vector[letter % size]! += 1;
  return vector;
};
const answer = ({ input }: Asked, response: ServerResponse) =>
  send(response, 200, {
    data: input.map((one, index) => ({ object: 'embedding', index, embedding: vectorOf(one) })).toReversed(),
  });
const fail =
  (status: number, headers = {}) =>
  (_: Asked, response: ServerResponse) =>
    send(response, status, { error: { message: 'no' } }, headers);

const silence = () => {};
const never = new AbortController().signal;
const embedder = (change = {}) =>
  createEndpointEmbedder({ url, model: 'small', apiKey: 'key' }, { timeoutMs: 60_000, firstPauseMs: 1, ...change });

it('asks the endpoint for all texts, with the key, in batches', async () => {
  const texts = Array.from({ length: 130 }, (_, i) => `text number ${i}`);
  const found = await embedder().embed(texts, never);
  expect(found).toHaveLength(130);
  const [first] = requests;
  expect(first).toMatchObject({ path: '/v1/embeddings', headers: { authorization: 'Bearer key' } });
  expect(first!.asked).toMatchObject({ model: 'small', encoding_format: 'float' });
  expect(requests.every(({ asked }) => asked.input.length <= 64)).toBe(true);
  expect(requests.slice(-3).flatMap(({ asked }) => asked.input)).toEqual(texts);
});

it('learns the clusters of a model once, whatever it is asked', async () => {
  const one = embedder();
  await Promise.all([one.embed(['a'], never), one.embed(['b'], never)]);
  const before = requests.length;
  await one.embed(['c'], never);
  expect(requests.length - before).toBe(1);
});

it.each([8, 48, 256, 1_536])('makes codes, clusters and whole vectors of %i numbers', async (width) => {
  size = width;
  const [rent, same, other, none] = await embedder().embed(
    ['the rent is due', 'the rent is due!', 'quiz jazz box fox', '  '],
    never,
  );
  expect(rent!.vector).toHaveLength(width);
  expect(rent!.code).toMatch(/^x[0-9a-f]{64}$/);
  expect(similarity(rent!.vector, same!.vector)).toBeGreaterThan(similarity(rent!.vector, other!.vector));
  expect((await embedder().nearestClusters(rent!.vector, 3))[0]).toBe(rent!.cluster);
  expect(none).toBeNull();
});

it.each([
  ['a limit', fail(429, { 'retry-after': '0' })],
  ['a failure', fail(503)],
  ['a cut connection', (_: Asked, response: ServerResponse) => response.destroy()],
  [
    'a cut answer',
    (_: Asked, response: ServerResponse) => void response.writeHead(200).write('{"da', () => response.destroy()),
  ],
  ['silence', silence],
])('tries again after %s', async (_, trouble) => {
  // So many attempts that even a busy machine answers one of them in time.
  const one = embedder(trouble === silence ? { timeoutMs: 500, tries: 50 } : {});
  script = [trouble, trouble];
  expect(await one.embed(['text'], never)).toHaveLength(1);
});

it.each([
  ['a refusal', fail(401), 'answered 401'],
  ['another address', fail(307, { location: 'http://127.0.0.1:1/' }), 'could not be reached'],
  [
    'no embeddings',
    (_: Asked, r: ServerResponse) => send(r, 200, { data: [{ index: 0 }] }),
    'something other than embeddings',
  ],
  ['no JSON', (_: Asked, r: ServerResponse) => r.end('<html>'), 'something other than embeddings'],
  [
    'too few',
    ({ input }: Asked, r: ServerResponse) => answer({ model: '', input: input.slice(1) }, r),
    'sent 63 embeddings for 64',
  ],
  [
    'different sizes',
    ({ input }: Asked, r: ServerResponse) =>
      send(r, 200, { data: input.map((_, index) => ({ index, embedding: Array(8 + (index % 2)).fill(1) })) }),
    'different sizes',
  ],
])('gives up with a reason after %s', async (_, trouble, reason) => {
  script = Array.from({ length: 10 }, () => trouble);
  const failure = embedder({ tries: 2 }).embed(['text'], never);
  await expect(failure).rejects.toThrow(EmbeddingsUnavailable);
  await expect(failure).rejects.toThrow(reason);
});

it('recovers once the endpoint is back', async () => {
  const one = embedder({ tries: 1 });
  script = [fail(500)];
  await expect(one.embed(['text'], never)).rejects.toThrow('answered 500');
  expect(await one.embed(['text'], never)).toHaveLength(1);
});

it('refuses vectors of another size than before, because the model behind the name was changed', async () => {
  const one = embedder();
  await one.embed(['text'], never);
  size = 64;
  await expect(one.embed(['text'], never)).rejects.toThrow('another size than before');
});

it('waits no longer than its limit', async () => {
  const one = embedder();
  await one.embed(['text'], never);
  script = [() => {}];
  await expect(one.embed(['text'], AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('replaces the table if it is configured', async () => {
  const config = readConfig({ EMBEDDINGS_URL: `${url}/`, EMBEDDINGS_MODEL: 'small' });
  const { embedder: configured } = await openEmbedder(config.embeddings);
  expect(configured.id).toBe('endpoint:1:small');
  expect((await openEmbedder(readConfig({}).embeddings)).embedder.id).toBe(createWordEmbedder().id);
  expect(configured.canEmbed('de')).toBe(true);
});
