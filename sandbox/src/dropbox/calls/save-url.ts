import type { files } from 'dropbox';
import { StoredContent } from '../../shared/content/content.ts';
import { seededId } from '../../shared/random.ts';
import type { Call } from '../call.ts';
import { DropboxError, endpointError, type Tagged } from '../errors.ts';
import { pathArgument } from '../files/paths.ts';
import { target } from '../files/writing.ts';
import { failureOf } from './batch.ts';
import { commit } from './commit.ts';

export const saveUrlFields = { path: 'string', url: 'string' } as const;

const MOST_MS = 15 * 60_000;
const MOST_BYTES = 350 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Always a job. What is at the path stays: the new file then gets another name. */
export function saveUrl(call: Call<files.SaveUrlArg>): Tagged {
  const { arg, route, view, world } = call;
  const path = pathArgument(arg.path, 'plain', route);
  target(view, path, 'path');
  if (!URL.canParse(arg.url) || !/^https?:$/.test(new URL(arg.url).protocol)) throw endpointError('invalid_url');
  const async_job_id = `dbjid:${seededId(`save ${world.serial++}`, 44)}`;
  world.saves.set(async_job_id, { '.tag': 'in_progress' });
  void save(call, path).then((status) => world.saves.set(async_job_id, status));
  return { '.tag': 'async_job_id', async_job_id };
}

export function checkSave({ world, arg }: Call<{ async_job_id: string }>): Tagged {
  const status = world.saves.get(arg.async_job_id);
  if (!status) throw endpointError('invalid_async_job_id');
  return status;
}

async function save(call: Call<files.SaveUrlArg>, path: string): Promise<Tagged> {
  try {
    const content = new StoredContent(...(await fetched(new URL(call.arg.url), call.world.stopped)));
    return { '.tag': 'complete', ...commit(call, { path, autorename: true }, content) };
  } catch (error) {
    const isRefusal = error instanceof DropboxError && error.status === 409;
    return { '.tag': 'failed', failed: isRefusal ? failureOf(error) : { '.tag': 'download_failed' } };
  }
}

/** Of this machine alone, redirects included: whoever reaches the sandbox must not reach more by it. */
async function fetched(from: URL, stopped: AbortSignal): Promise<Uint8Array[]> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(MOST_MS)]);
  let url = from;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    if (!LOCAL.has(url.hostname) || !/^https?:$/.test(url.protocol)) break;
    const response = await fetch(url, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      url = new URL(location, url);
      continue;
    }
    if (response.ok && response.body) return pieces(response.body);
    await response.body?.cancel();
    break;
  }
  throw endpointError('download_failed');
}

async function pieces(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MOST_BYTES) throw endpointError('download_failed');
    all.push(piece);
  }
  return all;
}
