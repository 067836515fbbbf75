import { startBox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { OAuth } from '../kit/connector.ts';
import { createHttpClient } from '../kit/http/client.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { box } from './index.ts';

const auth = box.auth as OAuth;
const redirectUri = 'http://localhost:3000/oauth';
const http = createHttpClient({ userAgent: 'Sheaf (test)' });
const sandbox = await forThisFile(startBox({ samples: false }));
const { clientId, clientSecret, urls } = sandbox;
const app = { clientId, clientSecret, settings: {}, urls, http };
afterAll(() => http.close());

/** As a person does it: opens the page, chooses an account, presses the button. */
async function consent(decision: 'allow' | 'deny'): Promise<URLSearchParams> {
  const url = auth.authorizeUrl(app, { state: 'of this attempt', redirectUri, challenge: 'unused' });
  expect(await (await fetch(url)).text()).toContain('Ada Lindqvist');
  const body = new URLSearchParams({ person: 'ada', decision });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location')!).searchParams;
}

describe('connecting', () => {
  it('asks, exchanges, refreshes with another token each time, and withdraws', async () => {
    const back = await consent('allow');
    expect(back.get('state')).toBe('of this attempt');
    const tokens = await auth.exchange(app, { code: back.get('code')!, redirectUri, verifier: 'unused' });
    expect(tokens.expiresAt!.getTime() - Date.now()).toBeGreaterThan(3_500_000);

    const fresh = await auth.refresh(app, tokens.refreshToken!);
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    const account = testAccount({ urls: sandbox.urls, token: () => fresh.accessToken });
    const session = box.open(account);
    expect(await session.identity()).toMatchObject({ label: 'ada@example.com', email: 'ada@example.com' });
    await expect(auth.refresh(app, tokens.refreshToken!)).rejects.toMatchObject({ code: 'auth_revoked' });

    await auth.revoke!(app, fresh);
    await auth.revoke!(app, fresh);
    await expect(session.identity()).rejects.toMatchObject({ code: 'auth_revoked' });
    await account.close();
  });

  it('ends where the person says no', async () => {
    expect((await consent('deny')).get('error')).toBe('access_denied');
  });

  it('tells a revoked grant from our own mistakes and from problems at Box', async () => {
    await expect(auth.refresh(app, 'never issued')).rejects.toMatchObject({ code: 'auth_revoked' });
    const wrong = { ...app, clientSecret: 'wrong' };
    await expect(auth.refresh(wrong, 'any')).rejects.toMatchObject({ code: 'forbidden' });
    const fail = (status: number) =>
      sandbox.control.fail({ path: '/oauth2/token', action: { kind: 'status', status, retryAfter: 7 } });
    fail(503);
    const later = { retryAfterMs: 7000 };
    await expect(auth.refresh(app, 'any')).rejects.toMatchObject({ code: 'unavailable', detail: later });
    fail(429);
    await expect(auth.refresh(app, 'any')).rejects.toMatchObject({ code: 'rate_limited', detail: later });
    sandbox.control.fail({ path: '/oauth2/token', action: { kind: 'garbage' } });
    await expect(auth.refresh(app, 'any')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
