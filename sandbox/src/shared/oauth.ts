import { approvalPage, consentPage, refusalPage } from './consent-page.ts';
import { type Approval, GrantError, type Grants, type Issued } from './grants.ts';
import { type Person, people } from './people.ts';
import type { SandboxRequest, SandboxResponse } from './server.ts';

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  /** Allowed addresses for codes; all by default. */
  redirectUris?: readonly string[];
}

/** An error code, its description, and the status of the answer, by default 400. */
export type Refusal = readonly [error: string, description: string, status?: number];

/** The differences between a provider’s OAuth and the standard. */
export interface OAuthProvider {
  name: string;
  accent: string;
  /** The scopes that apps may request, with their wording on the consent page. */
  scopes: Readonly<Record<string, string>>;
  /** The scopes of an app that requests none; without this, such a request is refused. */
  usualScopes?: readonly string[];
  /** The scopes in the answer; by default `scope`, separated by spaces. */
  scopeParameter?: { name: string; separator: string };
  /** Resolves another name of a scope. */
  scopeNamed?(scope: string): string;
  /** Codes may go to any address, not only to https or this machine. */
  redirectsAnywhere?: boolean;
  words: {
    client: Refusal;
    redirect: Refusal;
    responseType?: Refusal;
    scope(unknown: string): Refusal;
    /** The error code of a person’s refusal. */
    denied?: string;
    /** Requires form-encoded bodies; otherwise parameters may also be in the address. */
    form?: Refusal;
    secret: Refusal;
    grantType: Refusal;
  };
  /** Refuses a request in this provider’s own way. */
  refuse?(query: URLSearchParams): Refusal | undefined;
  /** Errors about scopes and PKCE are sent to the app, not shown on a page. */
  tellsApp?: boolean;
  /** Apps without a secret authenticate by PKCE. */
  hasPublicClients?: boolean;
  /** Whether the app gets a refresh token. */
  offline(query: URLSearchParams, approval: Pick<Approval, 'person' | 'scopes'>): boolean;
  /** Whether only an administrator can allow this request of the person’s app, and the resulting error for the app. */
  needsApproval?(person: Person['key'], scopes: readonly string[]): string | undefined;
  /** Requested scopes that aren’t granted. */
  unlisted?: readonly string[];
  /** Additional fields of the answer to a code. */
  extras?(approval: Approval): Record<string, string>;
  /** The default grant type of token requests. */
  usualGrant?: 'authorization_code';
  /** Every refresh brings another refresh token. */
  rotates?: boolean;
  /** Revoking a token ends everything its person has given to the same app. */
  revokesApp?: boolean;
  issued(issued: Issued, isRefresh: boolean): object;
  refused?(refusal: Refusal, cause?: GrantError): SandboxResponse;
}

type Asked = Omit<Approval, 'person' | 'offline'>;

/** The consent page and the tokens of a provider. */
export class OAuth {
  readonly #provider: OAuthProvider;
  readonly #client: OAuthClient;
  readonly #grants: Grants;

  constructor(provider: OAuthProvider, client: OAuthClient, grants: Grants) {
    this.#provider = provider;
    this.#client = client;
    this.#grants = grants;
  }

  /** GET shows the page, POST submits the person's choice. */
  async authorize(req: SandboxRequest): Promise<SandboxResponse> {
    const { name, accent, scopes, words, extras, unlisted = [] } = this.#provider;
    const asked = this.#asked(req.query);
    if ('page' in asked) return refusalPage(name, accent, asked.page[0], asked.page[1]);
    const { redirectUri } = asked;
    const state = req.query.get('state');
    if ('error' in asked) return redirect(redirectUri, { error: asked.error, state });
    if (req.method !== 'POST') {
      const permissions = asked.scopes.map((scope) => scopes[scope]!);
      return consentPage({ provider: name, accent, app: 'Sheaf', people, permissions, action: `?${req.query}` });
    }
    const choice = new URLSearchParams((await req.body(10_000)).toString());
    const person = people.find(({ key }) => key === choice.get('person'))?.key;
    if (choice.get('decision') !== 'allow' || person === undefined)
      return redirect(redirectUri, { error: 'access_denied', error_description: words.denied ?? null, state });
    const needed = this.#provider.needsApproval?.(person, asked.scopes);
    if (needed !== undefined) {
      const refusal = { error: 'access_denied', error_description: needed, state };
      return approvalPage(name, accent, 'Sheaf', addressWith(redirectUri, refusal));
    }
    const granted = asked.scopes.filter((scope) => !unlisted.includes(scope));
    const offline = this.#provider.offline(req.query, { person, scopes: asked.scopes });
    const approval: Approval = { ...asked, person, scopes: granted, offline };
    return redirect(redirectUri, { code: this.#grants.approve(approval), state, ...extras?.(approval) });
  }

  /** A wrong client or address shows an error page, because a redirect address may be forged. */
  #asked(query: URLSearchParams): Asked | { page: Refusal } | { redirectUri: string; error: string } {
    const { scopes, usualScopes = [], scopeParameter, scopeNamed, words, tellsApp } = this.#provider;
    const { clientId, redirectUris } = this.#client;
    if (query.get('client_id') !== clientId) return { page: words.client };
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!this.#mayReturnTo(redirectUri) || (redirectUris && !redirectUris.includes(redirectUri)))
      return { page: words.redirect };
    if (words.responseType && query.get('response_type') !== 'code') return { page: words.responseType };
    const own = this.#provider.refuse?.(query);
    if (own) return { page: own };
    const { name, separator } = scopeParameter ?? { name: 'scope', separator: ' ' };
    const given = (query.get(name) ?? '').split(separator).filter(Boolean);
    const asked = given.length === 0 ? usualScopes : given.map((scope) => scopeNamed?.(scope) ?? scope);
    const unknown = asked.find((scope) => !Object.hasOwn(scopes, scope));
    if (asked.length === 0 || (unknown !== undefined && !tellsApp)) return { page: words.scope(unknown ?? '') };
    if (unknown !== undefined) return { redirectUri, error: 'invalid_scope' };
    const value = query.get('code_challenge');
    const method = query.get('code_challenge_method') ?? 'plain';
    const isKnown = method === 'S256' || (method === 'plain' && (!tellsApp || value === null));
    if (!isKnown && tellsApp) return { redirectUri, error: 'invalid_request' };
    if (!isKnown) return { page: ['invalid_request', 'Invalid code_challenge_method.'] };
    return { clientId, redirectUri, scopes: asked, challenge: value === null ? null : { method, value } };
  }

  #mayReturnTo(address: string): boolean {
    const url = URL.parse(address);
    if (!url || this.#provider.redirectsAnywhere) return url !== null;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
  }

  /** Exchanges a code or a refresh token for an access token. */
  async token(req: SandboxRequest): Promise<SandboxResponse> {
    const { words, issued, usualGrant, rotates = false } = this.#provider;
    const form = await this.#form(req);
    if (form === null) return this.#refused(words.form!);
    const refusal = this.#clientRefusal(req, form);
    if (refusal) return this.#refused(refusal);
    const { clientId } = this.#client;
    const given = (name: string) => form.get(name) ?? '';
    try {
      switch (form.get('grant_type') ?? usualGrant) {
        case 'authorization_code': {
          const [code, redirectUri, verifier] = [given('code'), given('redirect_uri'), form.get('code_verifier')];
          return json(200, issued(this.#grants.exchange({ code, clientId, redirectUri, verifier }), false));
        }
        case 'refresh_token': {
          const refresh = { refreshToken: given('refresh_token'), clientId, rotate: rotates };
          return json(200, issued(this.#grants.refresh(refresh), true));
        }
        default:
          return this.#refused(words.grantType);
      }
    } catch (error) {
      if (!(error instanceof GrantError)) throw error;
      return this.#refused([error.code, error.message], error);
    }
  }

  /** Either token revokes the grant. */
  async revoke(req: SandboxRequest, isClientNeeded: boolean): Promise<SandboxResponse> {
    const form = (await this.#form(req)) ?? new URLSearchParams();
    const refusal = isClientNeeded ? this.#clientRefusal(req, form) : undefined;
    if (refusal) return this.#refused(refusal);
    const token = req.query.get('token') ?? form.get('token') ?? '';
    if (this.#grants.revoke(token, { ofApp: this.#provider.revokesApp })) return json(200, {});
    return this.#refused(['invalid_token', 'Token expired or revoked']);
  }

  async #form(req: SandboxRequest): Promise<URLSearchParams | null> {
    const isForm = /^application\/x-www-form-urlencoded\b/.test(req.headers['content-type'] ?? '');
    const body = (await req.body(100_000)).toString();
    if (this.#provider.words.form) return isForm ? new URLSearchParams(body) : null;
    return new URLSearchParams([...req.query, ...new URLSearchParams(isForm ? body : '')]);
  }

  /** The client’s credentials may be in the form, or in HTTP Basic. */
  #clientRefusal(req: SandboxRequest, form: URLSearchParams): Refusal | undefined {
    const { words, hasPublicClients } = this.#provider;
    const basic = /^Basic (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
    const [id, ...rest] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':');
    const clientId = id === undefined ? form.get('client_id') : decodeURIComponent(id);
    const secret = id === undefined ? form.get('client_secret') : decodeURIComponent(rest.join(':'));
    if (clientId !== this.#client.clientId) return words.client;
    if (secret === this.#client.clientSecret) return undefined;
    if (!hasPublicClients || secret !== null) return words.secret;
    if (form.get('grant_type') === 'refresh_token' || form.has('code_verifier')) return undefined;
    return ['invalid_request', 'No client_secret and no code_verifier.'];
  }

  #refused(refusal: Refusal, cause?: GrantError): SandboxResponse {
    if (this.#provider.refused) return this.#provider.refused(refusal, cause);
    const [error, error_description, status = 400] = refusal;
    return json(status, { error, error_description });
  }
}

const isThisMachine = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

export const json = (status: number, body: object): SandboxResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

function addressWith(to: string, params: Record<string, string | null>): string {
  const url = new URL(to);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

const redirect = (to: string, params: Record<string, string | null>): SandboxResponse => ({
  status: 302,
  headers: { location: addressWith(to, params) },
});
