import { createHash, randomBytes } from 'node:crypto';
import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { OAuth } from '../kit/connector.ts';
import { createHttpClient } from '../kit/http/client.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { onedrive } from './index.ts';

const auth = onedrive.auth as OAuth;
const redirectUri = 'http://localhost:3000/oauth';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const http = createHttpClient({ userAgent: 'Sheaf (test)' });
const graph = await forThisFile(startGraph({ samples: false }));
const app = { clientId: graph.clientId, settings: {}, clientSecret: graph.clientSecret, urls: graph.urls, http };
afterAll(() => http.close());

/** As a person does it: opens the page, chooses an account, presses the button. */
async function consent(decision: 'allow' | 'deny', person = 'ada', access: string[] = []): Promise<URL> {
  const url = auth.authorizeUrl(app, { state: 'of this attempt', redirectUri, challenge, access });
  const page = await (await fetch(url)).text();
  expect(page).toContain('Ada Lindqvist');
  expect(page.includes('Read items in all site collections')).toBe(access.length > 0);
  const body = new URLSearchParams({ person, decision });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location')!);
}

describe('connecting', () => {
  it('asks, exchanges and refreshes, with another refresh token each time', async () => {
    const back = await consent('allow');
    expect(back.href).toMatch(/^http:\/\/localhost:3000\/oauth\?/);
    expect(back.searchParams.get('state')).toBe('of this attempt');
    const code = back.searchParams.get('code')!;
    const tokens = await auth.exchange(app, { code, redirectUri, verifier });
    expect(tokens.scopes).toEqual(['User.Read', 'Files.ReadWrite']);
    expect(tokens.expiresAt!.getTime() - Date.now()).toBeGreaterThan(3_500_000);

    const fresh = await auth.refresh(app, tokens.refreshToken!);
    expect(fresh.accessToken).not.toBe(tokens.accessToken);
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    const account = testAccount({ urls: graph.urls, token: () => fresh.accessToken });
    expect(await onedrive.open(account).identity()).toMatchObject({ email: 'ada@example.com' });
    await account.close();

    graph.control.revoke({ person: 'ada' });
    await expect(auth.refresh(app, fresh.refreshToken!)).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('asks for other people’s files and sites only when told to, of the account that was named', async () => {
    const code = (await consent('allow', 'bruno', ['shared'])).searchParams.get('code')!;
    const { scopes } = await auth.exchange(app, { code, redirectUri, verifier });
    expect(scopes).toEqual(['User.Read', 'Files.ReadWrite', 'Files.ReadWrite.All', 'Sites.Read.All']);
    expect(auth.more!.map((more) => more.scopes.every((scope) => scopes.includes(scope)))).toEqual([true]);
    const ask = { state: 's', redirectUri, challenge };
    const named = auth.authorizeUrl(app, { ...ask, access: ['shared'], login: 'bruno@example.com' }).searchParams;
    expect([named.get('login_hint'), named.get('prompt')]).toEqual(['bruno@example.com', null]);
    expect(auth.authorizeUrl(app, ask).searchParams.get('prompt')).toBe('select_account');
  });

  it('refuses a consent that leaves out the files', async () => {
    const url = auth.authorizeUrl(app, { state: 's', redirectUri, challenge });
    url.searchParams.set('scope', 'User.Read offline_access');
    const body = new URLSearchParams({ person: 'bruno', decision: 'allow' });
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(answer.headers.get('location')!).searchParams.get('code')!;
    await expect(auth.exchange(app, { code, redirectUri, verifier })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('ends where the person says no', async () => {
    const back = await consent('deny');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'of this attempt' });
  });

  it('takes a code once, with its verifier, within its client', async () => {
    const code = (await consent('allow')).searchParams.get('code')!;
    const wrong = randomBytes(32).toString('base64url');
    await expect(auth.exchange(app, { code, redirectUri, verifier: wrong })).rejects.toMatchObject({
      code: 'auth_revoked',
    });
    await auth.exchange(app, { code, redirectUri, verifier });
    await expect(auth.exchange(app, { code, redirectUri, verifier })).rejects.toMatchObject({ code: 'auth_revoked' });
    const stranger = { ...app, clientSecret: 'wrong' };
    await expect(auth.refresh(stranger, 'any')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('distinguishes problems at Microsoft from a revoked grant', async () => {
    graph.control.fail({ path: '/common/oauth2/v2.0/token', action: { kind: 'status', status: 503, retryAfter: 7 } });
    await expect(auth.refresh(app, 'any')).rejects.toMatchObject({
      code: 'unavailable',
      detail: { retryAfterMs: 7000 },
    });
    graph.control.fail({ path: '/common/oauth2/v2.0/token', action: { kind: 'garbage' } });
    await expect(auth.refresh(app, 'any')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
