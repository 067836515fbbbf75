import { createHash, randomBytes } from 'node:crypto';
import type { Person } from './people.ts';

/** Who allowed what to which app. */
export interface Grant {
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

/** The codes and tokens of one provider. The providers differ in their looks, not in these rules. */
export class Grants {
  readonly #accessSeconds: number;
  readonly #prefixes: Record<'code' | 'access' | 'refresh', string>;
  readonly #codes = new Map<string, { approval: Approval; expires: number; issued: Issued | null }>();
  readonly #access = new Map<string, { grant: Grant; expires: number }>();
  readonly #refresh = new Map<string, Grant>();

  /** Prefixes make codes and tokens look like the provider's own. */
  constructor(accessSeconds: number, prefixes: { code?: string; access?: string; refresh?: string } = {}) {
    this.#accessSeconds = accessSeconds;
    this.#prefixes = { code: '', access: '', refresh: '', ...prefixes };
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
    const grant = this.#refresh.get(given.refreshToken);
    if (!grant || grant.revoked || grant.clientId !== given.clientId) {
      throw new GrantError('invalid_grant', 'Token has been expired or revoked.');
    }
    return this.#newAccess(grant, null);
  }

  /** Tokens without a consent page, for tests. */
  issue(person: Person['key'], clientId: string, scopes: readonly string[], offline: boolean): Issued {
    const grant: Grant = { person, clientId, scopes, revoked: false };
    const refreshToken = offline ? `${this.#prefixes.refresh}${token(32)}` : null;
    if (refreshToken) this.#refresh.set(refreshToken, grant);
    return this.#newAccess(grant, refreshToken);
  }

  /** The grant behind an access token that is valid now. */
  check(accessToken: string): Grant | null {
    const entry = this.#access.get(accessToken);
    return entry && !entry.grant.revoked && entry.expires > Date.now() ? entry.grant : null;
  }

  /** Whether a token that is not valid was so once, and its grant still is: for providers that tell the two apart. */
  isOver(accessToken: string): boolean {
    const entry = this.#access.get(accessToken);
    return entry !== undefined && !entry.grant.revoked && entry.expires <= Date.now();
  }

  /** Withdraws the grant behind either token; false where there is none. */
  revoke(given: string): boolean {
    const grant = this.#refresh.get(given) ?? this.#access.get(given)?.grant;
    if (!grant || grant.revoked) return false;
    grant.revoked = true;
    return true;
  }

  revokeAllOf(person: Person['key']): void {
    for (const grant of this.#refresh.values()) if (grant.person === person) grant.revoked = true;
    for (const { grant } of this.#access.values()) if (grant.person === person) grant.revoked = true;
  }

  /** Ends access tokens early; refresh tokens stay. */
  expire(which: { person: Person['key'] } | { accessToken: string }): void {
    for (const [accessToken, entry] of this.#access) {
      if ('person' in which ? entry.grant.person === which.person : accessToken === which.accessToken)
        entry.expires = 0;
    }
  }

  #newAccess(grant: Grant, refreshToken: string | null): Issued {
    const accessToken = `${this.#prefixes.access}${token(48)}`;
    this.#access.set(accessToken, { grant, expires: Date.now() + this.#accessSeconds * 1000 });
    return { accessToken, expiresIn: this.#accessSeconds, refreshToken, grant };
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
