import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { FetchProblem } from './fetch-problem.ts';
import { get } from './get.ts';

/** The checksum that the source gives: SHA-256, or Git's. */
export interface Checksum {
  kind: 'sha256' | 'git';
  hex: string;
}

export interface Download {
  url: string;
  file: string;
  /** Undefined if the server has to be asked for it. */
  checksum: Checksum | undefined;
}

const tries = 4;
const silentMs = 60_000;
const maxBytes = 4 * 1024 ** 3;
const maxRedirects = 5;

/**
 * Downloads a file whole and right, or not at all: until it is complete it is kept under another name, and another run
 * resumes it. Returns false if the server has no such file. Throws a `FetchProblem` that says what went wrong.
 */
export async function download({ url, file, checksum }: Download, pauseMs = 1_000): Promise<boolean> {
  if (checksum && (await fits(file, checksum))) return true;
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt(url, part).catch((error: Error) => {
      if (error instanceof FetchProblem) throw error;
      return { problem: `broke off (${messageOf(error)})` };
    });
    if (outcome === 'absent') return false;
    if ('problem' in outcome) {
      if (tried === tries)
        throw new FetchProblem(`${url} ${outcome.problem}. What came is kept; run it again to resume.`);
      await pause(pauseMs * 2 ** (tried - 1));
      continue;
    }
    const wanted = checksum ?? outcome.checksum;
    if (!wanted)
      throw new FetchProblem(`${url} came without a checksum. Put a file SHA256SUMS beside those that are fetched.`);
    if (!(await fits(part, wanted))) {
      await rm(part);
      throw new FetchProblem(`${url} isn’t what its checksum says. It was deleted; run it again.`);
    }
    await settle(part, file);
    return true;
  }
}

type Outcome = 'absent' | { problem: string } | { checksum: Checksum | undefined };

async function attempt(url: string, part: string): Promise<Outcome> {
  const had = await sizeOf(part);
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new Error('nothing came for a minute')), silentMs);
  };
  try {
    wait();
    const { response, status, checksum } = await follow(url, had, stop.signal);
    if (status === 404) return 'absent';
    // It was complete before, or the server has another file now: its checksum tells.
    if (status === 416) return { checksum };
    if (status >= 500 || status === 429) return { problem: `answered ${status}` };
    if (status !== 200 && status !== 206) throw new FetchProblem(`${url} answered ${status}.`);
    const isResumed = status === 206;
    let size = isResumed ? had : 0;
    const file = await open(part, isResumed ? 'a' : 'w');
    try {
      // One after another: a stream would lose what waits to be written when the connection breaks.
      for await (const chunk of response as AsyncIterable<Uint8Array>) {
        wait();
        size += chunk.length;
        if (size > maxBytes) throw new FetchProblem(`${url} is larger than 4 GB.`);
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
    return { checksum };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** If a model’s files are stored elsewhere, the redirect has their checksums. */
async function follow(url: string, from: number, signal: AbortSignal) {
  let checksum: Checksum | undefined;
  let next = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await get(next, from > 0 ? { range: `bytes=${from}-` } : {}, signal);
    const { statusCode: status = 0, headers } = response;
    checksum ??= checksumIn(headers);
    if (status < 300 || status >= 400 || !headers.location) return { response, status, checksum };
    response.resume();
    if (redirects === maxRedirects) throw new FetchProblem(`${url} leads from one address to another without end.`);
    next = new URL(headers.location, next).href;
  }
}

function checksumIn(headers: IncomingHttpHeaders): Checksum | undefined {
  for (const name of ['x-linked-etag', 'etag']) {
    const [, hex] = /^(?:W\/)?"?([\da-f]{40}|[\da-f]{64})"?$/.exec(String(headers[name] ?? '')) ?? [];
    if (hex) return { kind: hex.length === 64 ? 'sha256' : 'git', hex };
  }
  return undefined;
}

async function fits(file: string, { kind, hex }: Checksum): Promise<boolean> {
  const size = await sizeOf(file);
  if (size === 0) return false;
  const hash = kind === 'sha256' ? createHash('sha256') : createHash('sha1').update(`blob ${size}\0`);
  await pipeline(createReadStream(file), hash, { end: false });
  return hash.digest('hex') === hex;
}

async function settle(part: string, file: string): Promise<void> {
  const handle = await open(part, 'r+');
  await handle.sync().finally(() => handle.close());
  await rename(part, file);
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

const messageOf = (error: Error): string =>
  ((error.cause as Error | undefined)?.message ?? error.message).slice(0, 200);
