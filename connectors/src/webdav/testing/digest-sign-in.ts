import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, login } from './nextcloud.ts';

/** Accepts only Digest, and detects a client’s possible mistakes: nonces, counters, the address. */
export function digestSignIn({ algorithm, usesOfNonce }: { algorithm: 'MD5' | 'SHA-256'; usesOfNonce: number }) {
  const hash = (text: string) => createHash(algorithm.replace('-', '')).update(text).digest('hex');
  let [nonce, uses, made] = ['nonce-0', 0, 0];
  const passwords: string[] = [];
  const challenge = (isStale: boolean): Answer => {
    const offer = (name: string) =>
      `Digest realm="a, \\"b\\"", qop="auth-int, auth", algorithm=${name}, nonce="${nonce}", opaque="o"`;
    const stale = isStale ? ', stale=true' : '';
    const offers = algorithm === 'MD5' ? offer('MD5') : `${offer('MD5')}, ${offer('SHA-256')}`;
    return { status: 401, headers: { 'www-authenticate': `Negotiate, ${offers}${stale}` } };
  };
  return {
    /** The Authorization headers of Basic requests, which contain a readable password. */
    passwords,
    open({ method, url, headers }: IncomingMessage): Answer | null {
      const given = headers.authorization ?? '';
      if (given.startsWith('Basic')) passwords.push(given);
      const get = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(given)?.[1] ?? '';
      if (!given.startsWith('Digest')) return challenge(false);
      if (get('nonce') !== nonce || uses >= usesOfNonce) {
        if (get('nonce') === nonce) {
          nonce = `nonce-${++made}`;
          uses = 0;
        }
        return challenge(true);
      }
      uses += 1;
      const secret = hash(`${login.username}:a, "b":${login.password}`);
      const [nc, cnonce] = [get('nc'), get('cnonce')];
      const expected = hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${hash(`${method}:${url}`)}`);
      const isRight = get('response') === expected && get('uri') === url && Number.parseInt(nc, 16) >= uses;
      return isRight ? null : challenge(false);
    },
  };
}
