import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchModel } from './fetch-model.ts';
import { FetchProblem } from './fetch-problem.ts';

/** A server that publishes models: large files are stored elsewhere, and the redirect has their checksums. */

let server: Server;
let url: string;
let folder: string;
let files: Record<string, Buffer>;
/** `name range` of each request that was answered with bytes. */
let served: string[];
/** What happens to the next answers with bytes of a file. */
let trouble: Record<string, ((bytes: Buffer, response: ServerResponse) => void)[]>;
let hasChecksums = true;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const gitName = (bytes: Buffer) => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

function answer({ url: path, headers }: IncomingMessage, response: ServerResponse): void {
  const isElsewhere = path!.startsWith('/elsewhere/');
  const name = path!.replace(/^\/(?:model|elsewhere)\//, '');
  const bytes = files[name];
  if (!bytes) return void response.writeHead(404).end('Entry not found');
  if (name.endsWith('.onnx') && !isElsewhere) {
    const known = hasChecksums ? { 'x-linked-etag': `"${sha256(bytes)}"` } : {};
    return void response.writeHead(302, { location: `/elsewhere/${name}`, ...known }).end();
  }
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  served.push(`${name} ${from}`);
  if (from >= bytes.length && from > 0) return void response.writeHead(416).end();
  const known = hasChecksums && !isElsewhere ? { etag: `"${gitName(bytes)}"` } : {};
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from, ...known });
  const next = trouble[name]?.shift();
  if (next) next(bytes.subarray(from), response);
  else response.end(bytes.subarray(from));
}

const cutAfter = (count: number) => (bytes: Buffer, response: ServerResponse) =>
  response.write(bytes.subarray(0, count), () => response.socket?.end());

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'sheaf-fetch-')), 'model');
  files = {
    'config.json': Buffer.from('{"model_type":"bert"}'),
    'tokenizer.json': Buffer.from('{"version":"1.0"}'),
    '1_Pooling/config.json': Buffer.from('{"pooling_mode_mean_tokens":true}'),
    'onnx/model_quantized.onnx': Buffer.alloc(1_000_000, 'weights '),
    'onnx/model.onnx': Buffer.alloc(900_000, 'larger '),
  };
  [served, trouble, hasChecksums] = [[], {}, true];
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const fetchIt = () => fetchModel({ url, folder, tell: () => {}, pauseMs: 1 });
const present = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .toSorted();
const all = ['1_Pooling/config.json', 'SHA256SUMS', 'config.json', 'onnx/model_quantized.onnx', 'tokenizer.json'];

it('downloads the files of a model and reports them', async () => {
  await fetchIt();
  expect(await present()).toEqual(all);
  expect(await readFile(join(folder, 'onnx/model_quantized.onnx'))).toEqual(files['onnx/model_quantized.onnx']);
  expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toContain(
    `${sha256(files['onnx/model_quantized.onnx']!)}  onnx/model_quantized.onnx\n`,
  );
});

it('resumes after a broken connection, in the same run and in the next', async () => {
  trouble = { 'onnx/model_quantized.onnx': [cutAfter(700_000), ...Array(3).fill(cutAfter(1))] };
  await expect(fetchIt()).rejects.toThrow('run it again to resume');
  expect(await present()).not.toContain('onnx/model_quantized.onnx');
  expect(await present()).toContain('onnx/model_quantized.onnx.part');
  served = [];
  await fetchIt();
  const resumed = served.find((one) => one.startsWith('onnx/model_quantized.onnx'))!;
  expect(Number(resumed.split(' ')[1])).toBeGreaterThan(0);
  expect(await readFile(join(folder, 'onnx/model_quantized.onnx'))).toEqual(files['onnx/model_quantized.onnx']);
  expect(await present()).toEqual(all);
});

it('completes a file that had arrived before the program was killed', async () => {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx/model_quantized.onnx.part'), files['onnx/model_quantized.onnx']!);
  await fetchIt();
  expect(await present()).toEqual(all);
});

it('keeps nothing that doesn’t match its checksum', async () => {
  trouble = { 'onnx/model_quantized.onnx': [(bytes, response) => response.end(Buffer.alloc(bytes.length, 'evil'))] };
  await expect(fetchIt()).rejects.toThrow('isn’t what its checksum says');
  expect(await present()).toEqual(['1_Pooling/config.json', 'config.json', 'tokenizer.json']);
  await fetchIt();
  expect(await present()).toEqual(all);
});

it('uses the list of a copy, and downloads nothing twice', async () => {
  hasChecksums = false;
  await expect(fetchIt()).rejects.toThrow('came without a checksum');
  const { 'onnx/model.onnx': _, ...listed } = files;
  const list = Object.entries(listed).map(([name, bytes]) => `${sha256(bytes)}  ./${name}\n`);
  files.SHA256SUMS = Buffer.from(list.join(''));
  await fetchIt();
  expect(await present()).toEqual(all);
  served = [];
  await fetchIt();
  expect(served).toEqual(['SHA256SUMS 0']);
  files['config.json'] = Buffer.from('{"model_type":"other"}');
  await rm(join(folder, 'config.json'));
  await expect(fetchIt()).rejects.toThrow('isn’t what its checksum says');
});

it.each([
  ['config.json', 'has no config.json'],
  ['tokenizer.json', 'has no tokenizer.json'],
])('reports that there is no %s', async (name, problem) => {
  delete files[name];
  await expect(fetchIt()).rejects.toThrow(problem);
});

it('reports that nobody answers', async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const fetching = fetchIt();
  await expect(fetching).rejects.toThrow(FetchProblem);
  await expect(fetching).rejects.toThrow('can’t be reached');
  server = createServer(answer).listen(0);
});
