import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Person } from './people.ts';

/** A person's permission for an app. */
export interface Grant {
  id: string;
  person: Person['key'];
  clientId: string;
  scopes: readonly string[];
  revoked: boolean;
}

export interface Issued {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshToken: string | null;
  grant: Grant;
}

export interface Approval {
  person: Person['key'];
  clientId: string;
  scopes: readonly string[];
  redirectUri: string;
  /** The PKCE challenge; null if the app sent none. */
  challenge: { method: 'S256' | 'plain'; value: string } | null;
  /** Whether the app gets a refresh token. */
  offline: boolean;
}

/** A token request that OAuth refuses; `code` is the standard’s error code. */
export class GrantError extends Error {
  readonly code: 'invalid_grant' | 'invalid_request';
  constructor(code: GrantError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_VERIFIED = 1000;
const CODE_MS = 60_000;

/** The grant and expiry of a token, which the token itself contains. */
interface Carried {
  kind: 'access' | 'refresh';
  grant: string;
  person: Person['key'];
  clientId: string;
  scopes: readonly string[];
  /** 0 for never. */
  expires: number;
}

export interface GrantsOptions {
  accessSeconds: number;
  /** Prefixes that make codes and tokens look like the provider's own. */
  prefixes?: { code?: string; access?: string; refresh?: string };
  /** Signs the tokens; with the same key, they stay valid after a restart. */
  key?: string;
  /** The lifetime of a one-time refresh token: each refresh issues another. Undefined for reusable ones. */
  singleUseRefreshSeconds?: number;
}

/**
 * The answer to a one-time refresh token that is used again. `refused` is documented by the providers. `same-answer` is
 * Box’s observed behavior, which its staff call intentional: it returns the same new pair until one of the two is used.
 */
export type UsedRefresh = 'refused' | 'same-answer';

/**
 * The codes and tokens of one provider. Providers’ tokens look different, but follow the same rules. A token contains
 * its signed grant; only revoked grants and tokens that were ended early are stored.
 */
export class Grants {
  readonly #accessSeconds: number;
  readonly #prefixes: Record<'code' | 'access' | 'refresh', string>;
  readonly #key: string | Buffer;
  readonly #singleUseSeconds: number | undefined;
  usedRefresh: UsedRefresh = 'refused';
  /** The pairs issued for one-time refresh tokens; null once a token of the pair was used. */
  readonly #brought = new Map<string, Issued | null>();
  /** The refresh tokens that these tokens were issued for. */
  readonly #broughtBy = new Map<string, string>();
  readonly #codes = new Map<string, { approval: Approval; expires: number; issued: Issued | null }>();
  readonly #grants = new Map<string, Grant>();
  /** Access tokens seen so far; false once ended early. */
  readonly #access = new Map<string, boolean>();
  /** Tokens that were verified before: clients send the same one with every call. */
  readonly #verified = new Map<string, Carried>();

  constructor({ accessSeconds, prefixes, key, singleUseRefreshSeconds }: GrantsOptions) {
    this.#singleUseSeconds = singleUseRefreshSeconds;
    this.#accessSeconds = accessSeconds;
    this.#prefixes = { code: '', access: '', refresh: '', ...prefixes };
    this.#key = key ?? randomBytes(32);
  }

  /** A code for the app to exchange once, within a minute. */
  approve(approval: Approval): string {
    const code = `${this.#prefixes.code}${token(24)}`;
    this.#codes.set(code, { approval, expires: Date.now() + CODE_MS, issued: null });
    return code;
  }

  exchange(given: { code: string; clientId: string; redirectUri: string; verifier: string | null }): Issued {
    const entry = this.#codes.get(given.code);
    if (!entry || entry.expires < Date.now()) throw new GrantError('invalid_grant', 'Malformed or expired auth code.');
    if (entry.issued) {
      // A code that is used twice may have been stolen: its tokens are revoked (RFC 6749, 4.1.2).
      entry.issued.grant.revoked = true;
      throw new GrantError('invalid_grant', 'The code was used before.');
    }
    const { approval } = entry;
    if (approval.clientId !== given.clientId) throw new GrantError('invalid_grant', 'The code is for another client.');
    if (approval.redirectUri !== given.redirectUri) throw new GrantError('invalid_grant', 'redirect_uri differs.');
    proveVerifier(approval.challenge, given.verifier);
    entry.issued = this.issue(approval.person, approval.clientId, approval.scopes, approval.offline);
    return entry.issued;
  }

  /** With `rotate`, the answer has another refresh token; the given one stays valid. */
  refresh(given: { refreshToken: string; clientId: string; rotate?: boolean }): Issued {
    const carried = this.#read('refresh', given.refreshToken);
    const grant = this.#grantOf(carried);
    const hasExpired = carried !== null && carried.expires > 0 && carried.expires < Date.now();
    const before = this.#brought.get(given.refreshToken);
    const isUsed = before === null || (before !== undefined && this.usedRefresh === 'refused');
    if (!grant || grant.revoked || hasExpired || isUsed || grant.clientId !== given.clientId) {
      throw new GrantError('invalid_grant', 'Token has been expired or revoked.');
    }
    if (this.#singleUseSeconds === undefined)
      return this.#newAccess(grant, given.rotate ? this.#newRefresh(grant) : null);
    if (before) return before;
    this.#use(given.refreshToken);
    const issued = this.#newAccess(grant, this.#newRefresh(grant));
    this.#brought.set(given.refreshToken, issued);
    for (const token of [issued.accessToken, issued.refreshToken!]) this.#broughtBy.set(token, given.refreshToken);
    return issued;
  }

  /** Issues tokens without a consent page, for tests. */
  issue(person: Person['key'], clientId: string, scopes: readonly string[], offline: boolean): Issued {
    const grant: Grant = { id: token(12), person, clientId, scopes, revoked: false };
    this.#grants.set(grant.id, grant);
    return this.#newAccess(grant, offline ? this.#newRefresh(grant) : null);
  }

  /** The grant of a currently valid access token. */
  check(accessToken: string): Grant | null {
    const carried = this.#read('access', accessToken);
    const grant = this.#grantOf(carried);
    if (!carried || !grant || grant.revoked || !this.#isYoung(accessToken, carried)) return null;
    this.#use(accessToken);
    return grant;
  }

  /** Uses up the refresh token that issued it. */
  #use(token: string): void {
    const spent = this.#broughtBy.get(token);
    if (spent !== undefined) this.#brought.set(spent, null);
  }

  /** Whether an invalid token was valid once and its grant still is, for providers that distinguish the two. */
  isOver(accessToken: string): boolean {
    const carried = this.#read('access', accessToken);
    const grant = this.#grantOf(carried);
    return carried !== null && grant?.revoked === false && !this.#isYoung(accessToken, carried);
  }

  /**
   * Revokes the grant behind either token, and with `ofApp` all that its person has given to the same app; returns
   * false if there is none.
   */
  revoke(given: string, { ofApp = false } = {}): boolean {
    const grant = this.#grantOf(this.#read('refresh', given) ?? this.#read('access', given));
    if (!grant || grant.revoked) return false;
    for (const other of this.#grants.values())
      if (ofApp && other.person === grant.person && other.clientId === grant.clientId) other.revoked = true;
    grant.revoked = true;
    return true;
  }

  revokeAllOf(person: Person['key']): void {
    for (const grant of this.#grants.values()) if (grant.person === person) grant.revoked = true;
  }

  /** Ends access tokens early; refresh tokens stay. */
  expire(which: { person: Person['key'] } | { accessToken: string }): void {
    if ('accessToken' in which) this.#access.set(which.accessToken, false);
    else
      for (const accessToken of this.#access.keys())
        if (this.#read('access', accessToken)?.person === which.person) this.#access.set(accessToken, false);
  }

  #newRefresh(grant: Grant): string {
    const seconds = this.#singleUseSeconds;
    return this.#sign('refresh', grant, seconds === undefined ? 0 : Date.now() + seconds * 1000);
  }

  #newAccess(grant: Grant, refreshToken: string | null): Issued {
    const accessToken = this.#sign('access', grant, Date.now() + this.#accessSeconds * 1000);
    this.#access.set(accessToken, true);
    return { accessToken, expiresIn: this.#accessSeconds, refreshToken, grant };
  }

  #isYoung(accessToken: string, { expires }: Carried): boolean {
    return expires > Date.now() && this.#access.get(accessToken) !== false;
  }

  /** The stored grant; after a restart, the one in the token. */
  #grantOf(carried: Carried | null): Grant | null {
    if (!carried) return null;
    const { grant: id, person, clientId, scopes } = carried;
    const known = this.#grants.get(id) ?? { id, person, clientId, scopes, revoked: false };
    this.#grants.set(id, known);
    return known;
  }

  #sign(kind: Carried['kind'], { id, person, clientId, scopes }: Grant, expires: number): string {
    const carried: Carried & { salt: string } = { kind, grant: id, person, clientId, scopes, expires, salt: token(9) };
    const text = Buffer.from(JSON.stringify(carried)).toString('base64url');
    return `${this.#prefixes[kind]}${text}.${this.#tag(text)}`;
  }

  #read(kind: Carried['kind'], given: string): Carried | null {
    const prefix = this.#prefixes[kind];
    if (!given.startsWith(prefix)) return null;
    const carried = this.#verified.get(given) ?? this.#verify(given.slice(prefix.length));
    if (carried?.kind !== kind) return null;
    if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear();
    this.#verified.set(given, carried);
    return carried;
  }

  #verify(signed: string): Carried | null {
    const [text = '', tag] = signed.split('.');
    return tag === this.#tag(text) ? JSON.parse(Buffer.from(text, 'base64url').toString()) : null;
  }

  #tag(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

const token = (bytes: number) => randomBytes(bytes).toString('base64url');

function proveVerifier(challenge: Approval['challenge'], verifier: string | null): void {
  if (!challenge) return;
  if (verifier === null) throw new GrantError('invalid_grant', 'Missing code verifier.');
  const { method, value } = challenge;
  const proved = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  if (proved !== value || !/^[\w.~-]{43,128}$/.test(verifier))
    throw new GrantError('invalid_grant', 'Invalid code verifier.');
}
