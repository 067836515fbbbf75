import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Person } from './people.ts';

/** Who allowed what to which app. */
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
  /** From PKCE; null where the app sent none. */
  challenge: { method: 'S256' | 'plain'; value: string } | null;
  /** Whether the app gets a refresh token. */
  offline: boolean;
}

/** A token request that the rules of OAuth refuse; `code` is the standard's word for it. */
export class GrantError extends Error {
  readonly code: 'invalid_grant' | 'invalid_request';
  constructor(code: GrantError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const CODE_MS = 60_000;

/** Grant and end of life of a token, which the token itself carries. */
interface Carried {
  kind: 'access' | 'refresh';
  grant: string;
  person: Person['key'];
  clientId: string;
  scopes: readonly string[];
  /** 0: never. */
  expires: number;
}

export interface GrantsOptions {
  accessSeconds: number;
  /** Make codes and tokens look like the provider's own. */
  prefixes?: { code?: string; access?: string; refresh?: string };
  /** Signs the tokens: whoever starts again with the same key knows those of before. */
  key?: string;
}

/**
 * The codes and tokens of one provider. The providers differ in their looks, not in these rules. A token says itself
 * what it is for, signed; only what was withdrawn or ended early is remembered.
 */
export class Grants {
  readonly #accessSeconds: number;
  readonly #prefixes: Record<'code' | 'access' | 'refresh', string>;
  readonly #key: string | Buffer;
  readonly #codes = new Map<string, { approval: Approval; expires: number; issued: Issued | null }>();
  readonly #grants = new Map<string, Grant>();
  /** Access tokens seen so far; false once ended early. */
  readonly #access = new Map<string, boolean>();

  constructor({ accessSeconds, prefixes, key }: GrantsOptions) {
    this.#accessSeconds = accessSeconds;
    this.#prefixes = { code: '', access: '', refresh: '', ...prefixes };
    this.#key = key ?? randomBytes(32);
  }

  /** A code for the app to exchange, once, within a minute. */
  approve(approval: Approval): string {
    const code = `${this.#prefixes.code}${token(24)}`;
    this.#codes.set(code, { approval, expires: Date.now() + CODE_MS, issued: null });
    return code;
  }

  exchange(given: { code: string; clientId: string; redirectUri: string; verifier: string | null }): Issued {
    const entry = this.#codes.get(given.code);
    if (!entry || entry.expires < Date.now()) throw new GrantError('invalid_grant', 'Malformed or expired auth code.');
    if (entry.issued) {
      // Someone has seen a code that was used: what it brought is withdrawn (RFC 6749, 4.1.2).
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

  refresh(given: { refreshToken: string; clientId: string }): Issued {
    const grant = this.#grantOf(this.#read('refresh', given.refreshToken));
    if (!grant || grant.revoked || grant.clientId !== given.clientId) {
      throw new GrantError('invalid_grant', 'Token has been expired or revoked.');
    }
    return this.#newAccess(grant, null);
  }

  /** Tokens without a consent page, for tests. */
  issue(person: Person['key'], clientId: string, scopes: readonly string[], offline: boolean): Issued {
    const grant: Grant = { id: token(12), person, clientId, scopes, revoked: false };
    this.#grants.set(grant.id, grant);
    return this.#newAccess(grant, offline ? this.#sign('refresh', grant, 0) : null);
  }

  /** The grant behind an access token that is valid now. */
  check(accessToken: string): Grant | null {
    const carried = this.#read('access', accessToken);
    const grant = this.#grantOf(carried);
    return carried && grant && !grant.revoked && this.#isYoung(accessToken, carried) ? grant : null;
  }

  /** Whether a token that is not valid was so once, and its grant still is: for providers that tell the two apart. */
  isOver(accessToken: string): boolean {
    const carried = this.#read('access', accessToken);
    const grant = this.#grantOf(carried);
    return carried !== null && grant?.revoked === false && !this.#isYoung(accessToken, carried);
  }

  /** Withdraws the grant behind either token; false where there is none. */
  revoke(given: string): boolean {
    const grant = this.#grantOf(this.#read('refresh', given) ?? this.#read('access', given));
    if (!grant || grant.revoked) return false;
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

  #newAccess(grant: Grant, refreshToken: string | null): Issued {
    const accessToken = this.#sign('access', grant, Date.now() + this.#accessSeconds * 1000);
    this.#access.set(accessToken, true);
    return { accessToken, expiresIn: this.#accessSeconds, refreshToken, grant };
  }

  #isYoung(accessToken: string, { expires }: Carried): boolean {
    return expires > Date.now() && this.#access.get(accessToken) !== false;
  }

  /** As it stands here; one of an earlier life is taken as its token tells. */
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
    const [text = '', tag] = given.slice(prefix.length).split('.');
    if (tag !== this.#tag(text)) return null;
    const carried: Carried = JSON.parse(Buffer.from(text, 'base64url').toString());
    return carried.kind === kind ? carried : null;
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
