import { createHash, randomBytes } from 'node:crypto';
import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OAuthApp } from '../kit/app.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { auth, scopes } from './auth.ts';
import { dropbox } from './index.ts';

const redirectUri = 'http://localhost:3000/oauth';
const verifier = randomBytes(48).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

describe('connecting a Dropbox', () => {
  let sandbox: DropboxSandbox;
  let context: ReturnType<typeof testAccount>;
  let app: OAuthApp;
  beforeAll(async () => {
    sandbox = await startDropbox();
    context = testAccount({});
    const { clientId, clientSecret, urls } = sandbox;
    app = { clientId, clientSecret, settings: {}, urls, http: context.http };
  });
  afterAll(async () => {
    await context.close();
    await sandbox.stop();
  });

  /** What a person does on the consent page; the answer is where they are sent back to. */
  const decide = async (decision: 'allow' | 'deny', person = 'bruno') => {
    const url = auth.authorizeUrl(app, { state: 'my state', redirectUri, challenge });
    const page = await (await fetch(url)).text();
    expect(page).toContain('Bruno Costa');
    const body = new URLSearchParams({ person, decision });
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(headers.get('location')!).searchParams;
  };
  const connected = async () =>
    auth.exchange(app, { code: (await decide('allow')).get('code')!, redirectUri, verifier });
  const open = (accessToken: string) =>
    dropbox.open({ ...context, urls: sandbox.urls, token: async () => accessToken });

  it('brings tokens for the account that was chosen', async () => {
    const answer = await decide('allow');
    expect(answer.get('state')).toBe('my state');
    const tokens = await auth.exchange(app, { code: answer.get('code')!, redirectUri, verifier });
    expect(tokens).toMatchObject({ refreshToken: expect.any(String), scopes });
    expect(tokens.expiresAt!.getTime() - Date.now()).toBeGreaterThan(3_600_000);
    expect(await open(tokens.accessToken).identity()).toMatchObject({
      label: 'Bruno Costa',
      email: 'bruno@example.com',
    });
  });

  it('brings nothing where the person denies', async () => {
    const answer = await decide('deny');
    expect([answer.get('error'), answer.get('code'), answer.get('state')]).toEqual(['access_denied', null, 'my state']);
  });

  it('takes a code once, and only with its verifier', async () => {
    const code = (await decide('allow')).get('code')!;
    const wrong = auth.exchange(app, { code, redirectUri, verifier: 'x'.repeat(43) });
    await expect(wrong).rejects.toMatchObject({ code: 'auth_revoked' });
    await auth.exchange(app, { code, redirectUri, verifier });
    await expect(auth.exchange(app, { code, redirectUri, verifier })).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('refreshes without a new refresh token', async () => {
    const { refreshToken } = await connected();
    const fresh = await auth.refresh(app, refreshToken!);
    expect(fresh).not.toHaveProperty('refreshToken');
    expect(await open(fresh.accessToken).identity()).toMatchObject({ label: 'Bruno Costa' });
  });

  it.each(['valid', 'over'])('revokes the grant with a token that is %s, twice as well', async (state) => {
    const tokens = await connected();
    if (state === 'over') sandbox.control.expireTokens({ person: 'bruno' });
    await auth.revoke!(app, tokens);
    await auth.revoke!(app, tokens);
    await expect(auth.refresh(app, tokens.refreshToken!)).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('distinguishes a wrong registration from a revoked grant', async () => {
    const { refreshToken } = await connected();
    const wrong = auth.refresh({ ...app, settings: {}, clientSecret: 'wrong' }, refreshToken!);
    await expect(wrong).rejects.toMatchObject({ code: 'forbidden' });
    sandbox.control.fail({ path: '/api/oauth2/token', action: { kind: 'status', status: 429 } });
    const limited = { code: 'rate_limited', detail: { limit: 'app' } };
    await expect(auth.refresh(app, refreshToken!)).rejects.toMatchObject(limited);
    sandbox.control.fail({ path: '/api/oauth2/token', action: { kind: 'status', status: 503 } });
    await expect(auth.refresh(app, refreshToken!)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
