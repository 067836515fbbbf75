import {
  createCipheriv,
  createDecipheriv,
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
  /** Encrypts a secret that has to be read again; the id of the key stands in front. */
  seal(text: string): Buffer;
  /** Throws where the bytes were changed, or the key is not ours. */
  unseal(sealed: Uint8Array): string;
  /** A tag that only we can make, for links that need no secret in the database. */
  linkTag(context: string): string;
}

export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const codeKey = derive('sheaf one-time codes');
  const linkKey = derive('sheaf links');
  const sealKey = derive('sheaf secrets of sources');
  const keyId = createHash('sha256').update(sealKey.export()).digest().subarray(0, 8);
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(keyId);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([keyId, nonce, cipher.getAuthTag(), encrypted]);
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed);
      if (!bytes.subarray(0, 8).equals(keyId)) throw new Error('Sealed with another key: SHEAF_SECRET has changed.');
      const cipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(8, 20)).setAAD(keyId);
      cipher.setAuthTag(bytes.subarray(20, 36));
      return Buffer.concat([cipher.update(bytes.subarray(36)), cipher.final()]).toString('utf8');
    },
    linkTag: (context) => createHmac('sha256', linkKey).update(context).digest('base64url').slice(0, 32),
    codeHash: (code, context) => createHmac('sha256', codeKey).update(`${context}\n${code}`).digest(),
  };
}

/** The message is one sentence for the person who starts Sheaf. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/** The secret of this installation: the configured one, or one made at first start and kept in the data folder. */
export async function loadSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  const file = join(dataDir, 'secret');
  const existing = await readFile(file, 'utf8').catch(missingIsNull);
  if (existing !== null) return usable(existing, file);
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
  return usable(await readFile(file, 'utf8'), file);
}

/** A file that was cut short would make every key guessable. */
function usable(content: string, file: string): string {
  const secret = content.trim();
  if (secret.length < 32)
    throw new SecretError(
      `The file ${file} holds no usable secret. Restore it from a backup, or remove it to make a new one.`,
    );
  return secret;
}

function missingIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

export const newToken = () => `shf_${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newCode = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
