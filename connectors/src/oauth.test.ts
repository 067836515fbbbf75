import { createHash, randomBytes } from 'node:crypto';
import { startBox, startDropbox, startGoogle, startGraph, startSlack } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { box } from './box/index.ts';
import { scopes as dropboxScopes } from './dropbox/auth.ts';
import { dropbox } from './dropbox/index.ts';
import { gmail } from './gmail/index.ts';
import { googleDrive } from './google-drive/index.ts';
import type { OAuthApp } from './kit/app.ts';
import type { Connector, OAuth, TokenSet } from './kit/connector.ts';
import { httpWorld } from './kit/testing/http-world.ts';
import { testAccount } from './kit/testing/test-account.ts';
import { onedrive } from './onedrive/index.ts';
import { outlook } from './outlook/index.ts';
import { scopes as slackScopes } from './slack/auth.ts';
import { slack } from './slack/index.ts';

interface Provider {
  connector: Connector;
  start(): Promise<Sandbox>;
  tokenPath: string;
  /** The granted scopes, if the provider reports them. */
  scopes: readonly string[];
  /** Each refresh returns another refresh token; the previous one is invalid at once or after a while. */
  refreshToken?: 'changes' | 'is used up' | 'none';
  /** True if codes aren’t bound to the attempt by a verifier. */
  hasPkce?: false;
  label?: string;
  /** True if the provider doesn’t report a wait while it has problems. */
  saysHowLong?: false;
  /** The lifetime of an access token must exceed this; by default an hour, minus the time of the request. */
  lastsMs?: number;
}

type Fault = { kind: 'status'; status: number; retryAfter: number } | { kind: 'garbage' };

interface Sandbox extends Pick<OAuthApp, 'clientId' | 'clientSecret' | 'urls'> {
  settings?: Record<string, string>;
  remoteUserId?: string;
  stop(): Promise<void>;
  control: {
    fail(fault: { path: string; action: Fault }): void;
    clearFaults(): void;
    expireTokens(of: { person: 'bruno' }): void;
    revoke(of: { person: 'bruno' }): void;
  };
}

const google = {
  start: () => startGoogle({ samples: false }),
  tokenPath: '/token',
};
const googleScopes = ['openid', 'https://www.googleapis.com/auth/userinfo.email'];
const microsoft = {
  start: () => startGraph({ samples: false }),
  tokenPath: '/common/oauth2/v2.0/token',
  refreshToken: 'changes',
} as const;
/** An account in an ordinary workspace, whose id precedes the person’s. */
async function startStudio(rotation: boolean): Promise<Sandbox> {
  const sandbox = await startSlack({ samples: false, rotation });
  const { team } = sandbox.state;
  return { ...sandbox, remoteUserId: `${team.id}:${sandbox.state.user('bruno').id}` };
}
const slackApp = {
  connector: slack,
  tokenPath: '/api/oauth.v2.access',
  scopes: slackScopes,
  hasPkce: false,
  saysHowLong: false,
  label: 'Bruno Costa, Lindqvist Studio',
} as const;

const providers: Record<string, Provider> = {
  'Google Drive': {
    ...google,
    connector: googleDrive,
    scopes: ['https://www.googleapis.com/auth/drive', ...googleScopes],
  },
  Gmail: {
    ...google,
    connector: gmail,
    scopes: ['https://www.googleapis.com/auth/gmail.readonly', ...googleScopes],
  },
  OneDrive: { ...microsoft, connector: onedrive, scopes: ['User.Read', 'Files.ReadWrite'] },
  Outlook: { ...microsoft, connector: outlook, scopes: ['User.Read', 'Mail.Read'] },
  Dropbox: {
    connector: dropbox,
    start: () => startDropbox({ samples: false }),
    tokenPath: '/api/oauth2/token',
    scopes: dropboxScopes,
    label: 'Bruno Costa',
    saysHowLong: false,
    lastsMs: 3_600_000,
  },
  Box: {
    connector: box,
    start: () => startBox({ samples: false }),
    tokenPath: '/oauth2/token',
    scopes: [],
    refreshToken: 'is used up',
    hasPkce: false,
    label: 'bruno@example.com',
  },
  Slack: { ...slackApp, start: () => startStudio(false), refreshToken: 'none' },
  'Slack with rotation': {
    ...slackApp,
    start: () => startStudio(true),
    refreshToken: 'is used up',
    lastsMs: 3_600_000,
  },
};

const redirectUri = 'http://localhost:3000/oauth';
const verifier = randomBytes(48).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const revoked = { code: 'auth_revoked' };

describe.each(Object.entries(providers))('connecting %s', (_, provider) => {
  const { connector, tokenPath, refreshToken = 'stays', hasPkce = true, saysHowLong = true } = provider;
  const auth = connector.auth as OAuth;
  const { http, close, ...account } = testAccount({});
  let sandbox: Sandbox;
  let app: OAuthApp;
  beforeAll(async () => {
    sandbox = await provider.start();
    const { clientId, clientSecret, urls, settings = {} } = sandbox;
    app = { clientId, clientSecret, settings, urls, http };
  });
  afterEach(() => sandbox.control.clearFaults());
  afterAll(async () => {
    await close();
    await sandbox.stop();
  });

  /** Acts on the consent page as a person does; returns the address they are sent back to. */
  async function decide(decision: 'allow' | 'deny'): Promise<URL> {
    const url = auth.authorizeUrl(app, { state: 'of this attempt', redirectUri, challenge });
    expect(await (await fetch(url)).text()).toContain('Ada Lindqvist');
    const body = new URLSearchParams({ person: 'bruno', decision });
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(headers.get('location')!);
  }
  const codeOf = (back: URL) => back.searchParams.get('code')!;
  const exchange = (code: string, from = app) => auth.exchange(from, { code, redirectUri, verifier });
  const connected = async () => exchange(codeOf(await decide('allow')));
  const open = ({ accessToken }: TokenSet) =>
    connector.open({ ...account, http, urls: sandbox.urls, token: async () => accessToken });

  it('returns tokens for the selected person, every time', async () => {
    for (const _ of [1, 2]) {
      const back = await decide('allow');
      expect(back.href.startsWith(`${redirectUri}?`)).toBe(true);
      expect(back.searchParams.get('state')).toBe('of this attempt');
      const tokens = await exchange(codeOf(back));
      expect(tokens.scopes).toEqual(provider.scopes);
      expect(typeof tokens.refreshToken).toBe(refreshToken === 'none' ? 'undefined' : 'string');
      if (refreshToken === 'none') expect(tokens.expiresAt).toBeNull();
      else expect(tokens.expiresAt!.getTime() - Date.now()).toBeGreaterThan(provider.lastsMs ?? 3_500_000);
      expect(await open(tokens).identity()).toMatchObject({
        email: 'bruno@example.com',
        ...(provider.label !== undefined && { label: provider.label }),
        ...(sandbox.remoteUserId !== undefined && { remoteUserId: sandbox.remoteUserId }),
      });
    }
  });

  it('returns nothing if the person denies access', async () => {
    const { searchParams } = await decide('deny');
    expect([searchParams.get('error'), searchParams.get('code'), searchParams.get('state')]).toEqual([
      'access_denied',
      null,
      'of this attempt',
    ]);
  });

  it('accepts a code once, and only with its verifier', async () => {
    const code = codeOf(await decide('allow'));
    const wrong = auth.exchange(app, { code, redirectUri, verifier: 'x'.repeat(43) });
    if (hasPkce) await expect(wrong).rejects.toMatchObject(revoked);
    else await wrong;
    if (hasPkce) await exchange(code);
    await expect(exchange(code)).rejects.toMatchObject(revoked);
  });

  it.runIf(refreshToken !== 'none')('refreshes, with another refresh token if the provider rotates them', async () => {
    const tokens = await connected();
    const fresh = await auth.refresh(app, tokens.refreshToken!);
    expect(fresh.accessToken).not.toBe(tokens.accessToken);
    expect(await open(fresh).identity()).toMatchObject({ email: 'bruno@example.com' });
    if (refreshToken === 'stays') return expect(fresh).not.toHaveProperty('refreshToken');
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    if (refreshToken === 'is used up')
      await expect(auth.refresh(app, tokens.refreshToken!)).rejects.toMatchObject(revoked);
    await auth.refresh(app, fresh.refreshToken!);
  });

  it('ends when access is revoked, even when it is revoked twice', async () => {
    const tokens = await connected();
    if (auth.revoke) for (const _ of [1, 2]) await auth.revoke(app, tokens);
    else sandbox.control.revoke({ person: 'bruno' });
    await expect(open(tokens).identity()).rejects.toMatchObject(revoked);
    if (refreshToken !== 'none') await expect(auth.refresh(app, tokens.refreshToken!)).rejects.toMatchObject(revoked);
  });

  it('distinguishes a wrong registration, and problems at the provider, from a revoked grant', async () => {
    await expect(exchange('never issued')).rejects.toMatchObject(revoked);
    await expect(auth.refresh(app, 'never issued')).rejects.toMatchObject(revoked);
    const stranger = { ...app, clientSecret: 'wrong' };
    await expect(exchange('any', stranger)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(auth.refresh(stranger, 'any')).rejects.toMatchObject({ code: 'forbidden' });
    const later = { retryAfterMs: 7000 };
    const saysNothing = expect.not.objectContaining({ retryAfterMs: expect.anything() });
    const problems: [Fault, object][] = [
      [
        { kind: 'status', status: 503, retryAfter: 7 },
        { code: 'unavailable', detail: saysHowLong ? later : saysNothing },
      ],
      [
        { kind: 'status', status: 429, retryAfter: 7 },
        { code: 'rate_limited', detail: { ...later, limit: 'app' } },
      ],
      [{ kind: 'garbage' }, { code: 'unavailable' }],
    ];
    for (const [action, expected] of problems)
      for (const call of [() => exchange('any'), () => auth.refresh(app, 'any')]) {
        sandbox.control.fail({ path: tokenPath, action });
        await expect(call()).rejects.toMatchObject(expected);
      }
  });
});

describe('an answer that doesn’t come from the provider', () => {
  const { newClient, serve } = httpWorld();

  it.each([
    [400, '<!doctype html>'],
    [400, 'null'],
    [400, '[]'],
    [401, '"invalid_grant"'],
    [200, 'null'],
    [200, '{}'],
  ])('is a reason to try again later: %i with %s', async (status, body) => {
    const { url } = await serve((_, response) => response.writeHead(status).end(body));
    const app = { clientId: 'a', clientSecret: 'b', settings: {}, urls: { api: url }, http: newClient() };
    const refreshed = (dropbox.auth as OAuth).refresh(app, 'any');
    await expect(refreshed).rejects.toMatchObject({ name: 'ConnectorError', code: 'unavailable' });
  });
});
