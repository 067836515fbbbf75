import { createHash, randomBytes } from 'node:crypto';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { OAuth } from '../kit/connector.ts';
import { createHttpClient } from '../kit/http/client.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { googleDrive } from './index.ts';

const auth = googleDrive.auth as OAuth;
const redirectUri = 'http://localhost:3000/oauth';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const http = createHttpClient({ userAgent: 'Sheaf (test)' });
const google = await forThisFile(startGoogle({ samples: false }));
const app = { clientId: google.clientId, settings: {}, clientSecret: google.clientSecret, urls: google.urls, http };
afterAll(() => http.close());

/** As a person does it: opens the page, chooses an account, presses the button. */
async function consent(decision: 'allow' | 'deny', person = 'ada'): Promise<URL> {
  const url = auth.authorizeUrl(app, { state: 'of this attempt', redirectUri, challenge });
  const page = await fetch(url);
  expect(await page.text()).toContain('Ada Lindqvist');
  const body = new URLSearchParams({ person, decision });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location')!);
}

describe('connecting', () => {
  it('asks, exchanges, refreshes and withdraws', async () => {
    const back = await consent('allow');
    expect(back.href).toMatch(/^http:\/\/localhost:3000\/oauth\?/);
    expect(back.searchParams.get('state')).toBe('of this attempt');
    const code = back.searchParams.get('code')!;
    const tokens = await auth.exchange(app, { code, redirectUri, verifier });
    expect(tokens.scopes).toContain('https://www.googleapis.com/auth/drive');
    expect(tokens.expiresAt!.getTime() - Date.now()).toBeGreaterThan(3_500_000);

    const fresh = await auth.refresh(app, tokens.refreshToken!);
    expect(fresh.accessToken).not.toBe(tokens.accessToken);
    // Google does not give a new one: the old one stays.
    expect(fresh.refreshToken).toBeUndefined();
    const account = testAccount({ urls: google.urls, token: () => fresh.accessToken });
    expect(await googleDrive.open(account).identity()).toMatchObject({ email: 'ada@example.com' });
    await account.close();

    await auth.revoke!(app, tokens);
    await auth.revoke!(app, tokens);
    await expect(auth.refresh(app, tokens.refreshToken!)).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('brings a refresh token at the second consent too', async () => {
    for (const _ of [1, 2]) {
      const code = (await consent('allow', 'bruno')).searchParams.get('code')!;
      expect((await auth.exchange(app, { code, redirectUri, verifier })).refreshToken).toBeDefined();
    }
  });

  it('ends where the person says no', async () => {
    const back = await consent('deny');
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'of this attempt' });
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

  it('distinguishes problems at Google from a revoked grant', async () => {
    google.control.fail({ path: '/token', action: { kind: 'status', status: 503, retryAfter: 7 } });
    await expect(auth.refresh(app, 'any')).rejects.toMatchObject({
      code: 'unavailable',
      detail: { retryAfterMs: 7000 },
    });
    google.control.fail({ path: '/token', action: { kind: 'garbage' } });
    await expect(auth.refresh(app, 'any')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
