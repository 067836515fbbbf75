import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Route } from './call.ts';
import { asUploadError } from './calls/upload.ts';
import { endpointError, rateLimited } from './errors.ts';
import { sharedAround } from './files/tree.ts';

/** The arguments that name the target of a write. */
interface WriteArg {
  path?: string;
  to_path?: string;
  commit?: { path: string };
}

const LOCKED_MS = 3;

/** Runs a call that writes, with the account’s oddities: writes collide, and aren’t visible at once. */
export async function runWrite(route: Route, tag: string | null, call: Call<never>): Promise<unknown> {
  const { account } = call;
  const { collisions, lag } = account.oddities;
  const result = await (collisions ? alone(route, tag, call) : route.run(call));
  if (lag > 0) for (const id of writtenIds(result)) account.unseen.set(id, lag);
  return result;
}

/** Allows one write to a namespace at a time: concurrent ones are refused in one of Dropbox’s two ways. */
async function alone(route: Route, tag: string | null, call: Call<never>): Promise<unknown> {
  const { account, world } = call;
  const namespace = namespaceOf(call);
  if (account.locked.has(namespace)) {
    const reason = 'too_many_write_operations';
    if (tag === null || world.serial++ % 2 === 0) throw rateLimited(reason, 1);
    const error = endpointError(tag === '' ? reason : `${tag}/${reason}`);
    throw call.route === 'files/upload' ? asUploadError(call, error) : error;
  }
  account.locked.add(namespace);
  try {
    await sleep(LOCKED_MS);
    return await route.run(call);
  } finally {
    account.locked.delete(namespace);
  }
}

function namespaceOf({ arg, view }: Call<never>): string {
  const { path, to_path, commit } = arg as WriteArg;
  const given = path ?? to_path ?? commit?.path ?? '';
  const folder = given.startsWith('/') ? given.slice(0, given.lastIndexOf('/')) : given;
  const node = folder === '' ? view.base : view.find(folder, 'path');
  return (node && sharedAround(node)?.shared?.id) ?? '';
}

/** The metadata in a write’s answer, or several in the entries of a batch. */
function writtenIds(result: unknown): string[] {
  if (typeof result !== 'object' || result === null) return [];
  const { id, metadata, success, entries } = result as Record<string, unknown>;
  if (typeof id === 'string') return [id];
  if (Array.isArray(entries)) return entries.flatMap(writtenIds);
  return [metadata, success].flatMap(writtenIds);
}
