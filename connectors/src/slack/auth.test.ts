import { type SlackSandbox, startSlack } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OAuthApp } from '../kit/app.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { auth, scopes } from './auth.ts';
import { slack } from './index.ts';

const redirectUri = 'http://localhost:3000/oauth';

describe.each([false, true])('connecting a Slack (tokens rotate: %s)', (rotation) => {
  let sandbox: SlackSandbox;
  let context: ReturnType<typeof testAccount>;
  let app: OAuthApp;
  beforeAll(async () => {
    sandbox = await startSlack({ rotation });
    context = testAccount({});
    const { clientId, clientSecret, settings, urls } = sandbox;
    app = { clientId, clientSecret, settings, urls, http: context.http };
  });
  afterAll(async () => {
    await context.close();
    await sandbox.stop();
  });

  /** What a person does on the consent page; the answer is where they are sent back to. */
  const decide = async (decision: 'allow' | 'deny') => {
    const url = auth.authorizeUrl(app, { state: 'my state', redirectUri, challenge: '' });
    expect(await (await fetch(url)).text()).toContain('Bruno Costa');
    const body = new URLSearchParams({ person: 'bruno', decision });
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(headers.get('location')!).searchParams;
  };
  const exchange = (code: string) => auth.exchange(app, { code, redirectUri, verifier: '' });
  const connected = async () => exchange((await decide('allow')).get('code')!);
  const open = (accessToken: string) => slack.open({ ...context, urls: sandbox.urls, token: async () => accessToken });

  it('brings the token of the person that was chosen', async () => {
    const tokens = await connected();
    expect(tokens.scopes).toEqual(scopes);
    expect(tokens.refreshToken !== undefined).toBe(rotation);
    if (rotation) expect(tokens.expiresAt!.getTime() - Date.now()).toBeGreaterThan(3_600_000);
    else expect(tokens.expiresAt).toBe(null);
    const { team, user } = { team: sandbox.state.team.id, user: sandbox.state.user('bruno').id };
    expect(await open(tokens.accessToken).identity()).toEqual({
      remoteUserId: `${team}:${user}`,
      label: 'Bruno Costa, Lindqvist Studio',
      email: 'bruno@example.com',
    });
  });

  it('brings nothing where the person denies', async () => {
    const answer = await decide('deny');
    expect([answer.get('error'), answer.get('code'), answer.get('state')]).toEqual(['access_denied', null, 'my state']);
  });

  it('takes a code once', async () => {
    const code = (await decide('allow')).get('code')!;
    await exchange(code);
    await expect(exchange(code)).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it.runIf(rotation)('refreshes with a new refresh token each time', async () => {
    const { refreshToken } = await connected();
    const fresh = await auth.refresh(app, refreshToken!);
    expect(fresh.refreshToken).not.toBe(refreshToken);
    expect(await open(fresh.accessToken).identity()).toMatchObject({ label: 'Bruno Costa, Lindqvist Studio' });
    await expect(auth.refresh(app, refreshToken!)).rejects.toMatchObject({ code: 'auth_revoked' });
    await auth.refresh(app, fresh.refreshToken!);
  });

  it('revokes the token, twice as well', async () => {
    const tokens = await connected();
    await auth.revoke!(app, tokens);
    await auth.revoke!(app, tokens);
    await expect(open(tokens.accessToken).identity()).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('distinguishes a wrong registration, and a Slack that is down, from a revoked grant', async () => {
    const code = (await decide('allow')).get('code')!;
    const wrong = auth.exchange({ ...app, clientSecret: 'wrong' }, { code, redirectUri, verifier: '' });
    await expect(wrong).rejects.toMatchObject({ code: 'forbidden' });
    const path = '/api/oauth.v2.access';
    sandbox.control.fail({ path, action: { kind: 'status', status: 503 } });
    await expect(exchange(code)).rejects.toMatchObject({ code: 'unavailable' });
    sandbox.control.fail({ path, action: { kind: 'status', status: 429, retryAfter: 9 } });
    const limited = { code: 'rate_limited', detail: { retryAfterMs: 9000, limit: 'app' } };
    await expect(exchange(code)).rejects.toMatchObject(limited);
  });
});
