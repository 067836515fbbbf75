import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Keys derived from the installation's one secret. */
export interface Keys {
  /** A keyed hash of a short code, useless without the secret. `context` binds it to person and purpose. */
  codeHash(code: string, context: string): Buffer;
  /** A tag that only we can make, for links that need no secret in the database. */
  linkTag(context: string): string;
}

export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const codeKey = derive('sheaf one-time codes');
  const linkKey = derive('sheaf links');
  return {
    linkTag: (context) => createHmac('sha256', linkKey).update(context).digest('base64url').slice(0, 32),
    codeHash: (code, context) => createHmac('sha256', codeKey).update(`${context}\n${code}`).digest(),
  };
}

/** The secret of this installation: the configured one, or one made at first start and kept in the data folder. */
export async function loadSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  const file = join(dataDir, 'secret');
  const existing = await readFile(file, 'utf8').catch(missingIsNull);
  if (existing) return existing.trim();
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
  await handle.sync();
  await handle.close();
  // link, not rename: whoever comes second keeps the first one's secret.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

function missingIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

export const newToken = () => `shf_${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newCode = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
