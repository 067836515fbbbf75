import { createHash, randomBytes } from 'node:crypto';

/** HTTP Digest authentication (RFC 7616): proves that we know the password without sending it. */
export interface DigestChallenge {
  realm: string;
  nonce: string;
  /** The algorithm in the server’s spelling; empty if it names none, which means MD5. */
  algorithm: string;
  opaque: string | null;
  /** Absent for RFC 2069, which has no counters. */
  hasQop: boolean;
  /** The password was right, but the nonce has expired. */
  isStale: boolean;
}

const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };
const strongestFirst = ['SHA-256', 'SHA-512-256', 'MD5'];

const baseOf = (algorithm: string) => (algorithm || 'MD5').toUpperCase().replace(/-SESS$/, '');

/** The strongest challenge of the server that we support; null if there is none. */
export function digestChallengeOf(header: string | undefined): DigestChallenge | null {
  const offered = challengesOf(header ?? '')
    .filter(({ scheme }) => scheme === 'digest')
    .map(({ params }) => params)
    .filter(({ nonce, qop, algorithm = '' }) => nonce !== undefined && baseOf(algorithm) in HASHES && isKnownQop(qop))
    .sort((a, b) => rankOf(a.algorithm) - rankOf(b.algorithm));
  const [best] = offered;
  if (best === undefined) return null;
  const { realm = '', nonce = '', algorithm = '', opaque, qop, stale } = best;
  const isStale = stale?.toLowerCase() === 'true';
  return { realm, nonce, algorithm, opaque: opaque ?? null, hasQop: qop !== undefined, isStale };
}

const rankOf = (algorithm = '') => strongestFirst.indexOf(baseOf(algorithm));
const isKnownQop = (qop: string | undefined) => qop === undefined || qop.split(/[\s,]+/).includes('auth');

export interface DigestRequest {
  method: string;
  /** The path and query, as they are sent. */
  uri: string;
  username: string;
  password: string;
  /** The number of requests that have used the nonce, including this one. */
  count: number;
  cnonce?: string;
}

/** The Authorization header that answers a challenge. */
export function digestAnswer(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, algorithm, opaque, hasQop } = challenge;
  const { method, uri, username, password, count, cnonce = randomBytes(16).toString('hex') } = request;
  const hash = (text: string) => createHash(HASHES[baseOf(algorithm)]!).update(text).digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const plain = hash(`${username}:${realm}:${password}`);
  const secret = /-sess$/i.test(algorithm) ? hash(`${plain}:${nonce}:${cnonce}`) : plain;
  const what = hash(`${method}:${uri}`);
  const response = hash(hasQop ? `${secret}:${nonce}:${nc}:${cnonce}:auth:${what}` : `${secret}:${nonce}:${what}`);
  const name = /^[\x20-\x7e]*$/.test(username)
    ? `username=${quoted(username)}`
    : `username*=UTF-8''${encodeURIComponent(username).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
  return [
    `Digest ${name}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(algorithm === '' ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
    ...(hasQop ? ['qop=auth', `nc=${nc}`] : []),
    ...(hasQop || /-sess$/i.test(algorithm) ? [`cnonce="${cnonce}"`] : []),
  ].join(', ');
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

interface Challenge {
  scheme: string;
  params: Readonly<Record<string, string | undefined>>;
}

/** Several challenges are in one header, with commas between them and between their parameters. */
function challengesOf(header: string): Challenge[] {
  const challenges: { scheme: string; params: Record<string, string> }[] = [];
  const token = /\s*,?\s*([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+)))?/y;
  for (let found = token.exec(header); found; found = token.exec(header)) {
    const [, name, inQuotes, bare] = found;
    const value = inQuotes?.replace(/\\(.)/g, '$1') ?? bare;
    if (value === undefined) challenges.push({ scheme: name!.toLowerCase(), params: {} });
    else if (challenges.length > 0) challenges.at(-1)!.params[name!.toLowerCase()] = value;
  }
  return challenges;
}
