import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** The installation's secret, and earlier ones under which something may still be sealed. */
export interface Secret {
  current: string;
  previous: readonly string[];
}

/** Keys derived from the installation's one secret. */
export interface Keys {
  /** A keyed hash of a short code, useless without the secret. `context` binds it to person and purpose. */
  codeHash(code: string, context: string): Buffer;
  /** A short code of digits that only we can compute; the same for the same context. */
  derivedCode(context: string, length: number): string;
  /** Encrypts a secret that has to be read again, prefixed with the id of the key. */
  seal(text: string): Buffer;
  /** Throws `UnreadableSecret` if the bytes were changed or the key is unknown. */
  unseal(sealed: Uint8Array): string;
  /** Ids of all our keys: what starts with another id can't be read. */
  knownIds: readonly Buffer[];
  /** Ids of earlier keys: what starts with one of these has to be sealed again. */
  previousIds: readonly Buffer[];
  /** A tag that only we can compute, for links that need no secret in the database. */
  linkTag(context: string): string;
}

/** Sealed under a key that we don't have: SHEAF_SECRET was lost or changed. */
export class UnreadableSecret extends Error {
  override name = 'UnreadableSecret';
}

interface SealKey {
  id: Buffer;
  key: KeyObject;
}

const derive = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));

function sealKeyOf(secret: string): SealKey {
  const key = derive(secret, 'sheaf secrets of sources');
  return { key, id: createHash('sha256').update(key.export()).digest().subarray(0, 8) };
}

export function deriveKeys({ current, previous }: Secret): Keys {
  const codeKey = derive(current, 'sheaf one-time codes');
  const linkKey = derive(current, 'sheaf links');
  const sealKey = sealKeyOf(current);
  const earlier = previous.map(sealKeyOf);
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey.key, nonce).setAAD(sealKey.id);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([sealKey.id, nonce, cipher.getAuthTag(), encrypted]);
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed);
      const used = [sealKey, ...earlier].find(({ id }) => bytes.subarray(0, 8).equals(id));
      if (!used) throw new UnreadableSecret('Sealed with another key: SHEAF_SECRET has changed.');
      try {
        const cipher = createDecipheriv('aes-256-gcm', used.key, bytes.subarray(8, 20)).setAAD(used.id);
        cipher.setAuthTag(bytes.subarray(20, 36));
        return Buffer.concat([cipher.update(bytes.subarray(36)), cipher.final()]).toString('utf8');
      } catch (error) {
        throw new UnreadableSecret('A sealed secret was changed or cut short.', { cause: error });
      }
    },
    knownIds: [sealKey, ...earlier].map(({ id }) => id),
    previousIds: earlier.map(({ id }) => id),
    linkTag: (context) => createHmac('sha256', linkKey).update(context).digest('base64url').slice(0, 32),
    derivedCode: (context, length) => {
      const bytes = createHmac('sha256', codeKey).update(`derived\n${context}`).digest();
      return String(bytes.readBigUInt64BE() % 10n ** BigInt(length)).padStart(length, '0');
    },
    codeHash: (code, context) => createHmac('sha256', codeKey).update(`${context}\n${code}`).digest(),
  };
}

export const newToken = () => `shf_${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newCode = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
