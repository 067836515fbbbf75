import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from './keys.ts';

/** The message is one sentence for the person who starts Sheaf. */
export class SecretError extends Error {
  override name = 'SecretError';
}

export interface Configured {
  secret: string | undefined;
  previousSecrets: readonly string[];
  dataDir: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'secret');
const fresh = () => randomBytes(32).toString('base64url');

/** The secret of this installation: the configured one, or one made at the first start and kept in the data folder. */
export async function loadSecret(configured: Configured): Promise<Secret> {
  const existing = await findSecret(configured);
  if (existing) return existing;
  const { dataDir } = configured;
  await mkdir(dataDir, { recursive: true });
  const draft = await write(dataDir, [fresh()]);
  // Uses link rather than rename, so that the second of two starts keeps the first one's secret.
  await link(draft, fileIn(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return usable(await readFile(fileIn(dataDir), 'utf8'), dataDir);
}

/** Null if none is configured and none was ever made here. */
export async function findSecret({ secret, previousSecrets, dataDir }: Configured): Promise<Secret | null> {
  if (secret) return { current: secret, previous: previousSecrets };
  const existing = await readFile(fileIn(dataDir), 'utf8').catch(missingIsNull);
  return existing === null ? null : usable(existing, dataDir);
}

/**
 * Writes a new secret to the data folder and keeps the old one after it. Continues if an earlier call was interrupted.
 */
export async function renewSecret(dataDir: string): Promise<Secret> {
  const known = await loadSecret({ secret: undefined, previousSecrets: [], dataDir });
  if (known.previous.length > 0) return known;
  const next = { current: fresh(), previous: [known.current] };
  await rename(await write(dataDir, [next.current, ...next.previous]), fileIn(dataDir));
  return next;
}

/** Removes the earlier secrets, once nothing is sealed under them. */
export async function dropPreviousSecrets(dataDir: string, { current }: Secret): Promise<void> {
  await rename(await write(dataDir, [current]), fileIn(dataDir));
}

async function write(dataDir: string, secrets: readonly string[]): Promise<string> {
  const draft = `${fileIn(dataDir)}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(`${secrets.join('\n')}\n`);
  await handle.sync();
  await handle.close();
  return draft;
}

/** One secret per line, the current one first. A truncated file would make every key guessable. */
function usable(content: string, dataDir: string): Secret {
  const [current = '', ...previous] = content.trim().split('\n');
  if ([current, ...previous].some((secret) => secret.length < 32))
    throw new SecretError(
      `The file ${fileIn(dataDir)} holds no usable secret. Restore it from a backup, or remove it to make a new one.`,
    );
  return { current, previous };
}

function missingIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
