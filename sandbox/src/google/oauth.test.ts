import { createHash, randomBytes } from 'node:crypto';
import { auth } from '@googleapis/drive';
import { describe, expect, it } from 'vitest';
import { startGoogle } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const redirectUri = 'http://localhost:3000/oauth';
const google = await forThisFile(startGoogle({ samples: false, redirectUris: [redirectUri] }));

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const question = (change: Record<string, string> = {}) => {
  const asked = {
    client_id: google.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/drive openid email',
    state: 's',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  };
  return `${google.urls.authorize}?${new URLSearchParams(asked)}`;
};
const allow = async (change?: Record<string, string>) => {
  const body = new URLSearchParams({ person: 'chen', decision: 'allow' });
  const answer = await fetch(question(change), { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location')!).searchParams;
};
// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
const token = async (form: Record<string, string>, headers = {}): Promise<any> => {
  const client = { client_id: google.clientId, client_secret: google.clientSecret };
  const body = new URLSearchParams({ ...client, ...form });
  return (await fetch(google.urls.token, { method: 'POST', body, headers })).json();
};

describe('the consent page', () => {
  it('offers three accounts, the requested access, and two buttons, without script', async () => {
    const page = await fetch(question());
    const html = await page.text();
    expect(html.match(/type="radio"/g)).toHaveLength(3);
    expect(html).toContain('See, edit, create, and delete all of your Google Drive files');
    expect(html).toMatch(/>Deny<\/button>[\s\S]*>Allow<\/button>/);
    expect(html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['invalid_client', { client_id: 'someone' }],
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost:3000/elsewhere' }],
    ['redirect_uri_mismatch', { redirect_uri: 'javascript:alert(1)' }],
    ['unsupported_response_type', { response_type: 'token' }],
  ])('sends nobody back when the question is wrong: %s', async (code, change) => {
    const page = await fetch(question(change), { redirect: 'manual' });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain(code);
  });

  it('sends the app an error about its request', async () => {
    expect((await allow({ scope: 'https://www.googleapis.com/auth/spreadsheets' })).get('error')).toBe('invalid_scope');
    expect((await allow({ code_challenge_method: 'plain' })).get('error')).toBe('invalid_request');
  });
});

describe('tokens', () => {
  it('are issued to Google’s own client', async () => {
    const client = new auth.OAuth2({
      clientId: google.clientId,
      clientSecret: google.clientSecret,
      redirectUri,
      endpoints: { oauth2TokenUrl: google.urls.token, oauth2RevokeUrl: google.urls.revoke },
    });
    const code = (await allow({ access_type: 'offline', prompt: 'consent' })).get('code')!;
    const { tokens } = await client.getToken({ code, codeVerifier: verifier });
    expect(tokens.refresh_token).toMatch(/^1\/\//);
    client.setCredentials({ refresh_token: tokens.refresh_token! });
    expect((await client.refreshAccessToken()).credentials.access_token).toMatch(/^ya29\./);
    await client.revokeToken(tokens.refresh_token!);
    await expect(client.refreshAccessToken()).rejects.toThrow('invalid_grant');
  });

  it('come without a refresh token unless it is requested, and again only with consent', async () => {
    const exchange = async (change: Record<string, string>) =>
      token({
        grant_type: 'authorization_code',
        code: (await allow(change)).get('code')!,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
    expect(await exchange({})).not.toHaveProperty('refresh_token');
    expect(await exchange({ access_type: 'offline' })).not.toHaveProperty('refresh_token');
    expect(await exchange({ access_type: 'offline', prompt: 'consent' })).toHaveProperty('refresh_token');
  });

  it('are refused to other clients, and without the verifier', async () => {
    const code = (await allow()).get('code')!;
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    expect(await token({ ...form, client_secret: 'wrong' })).toMatchObject({ error: 'invalid_client' });
    expect(await token(form)).toMatchObject({ error: 'invalid_grant', error_description: 'Missing code verifier.' });
    expect(await token({ grant_type: 'password' })).toMatchObject({ error: 'unsupported_grant_type' });
    const basic = `Basic ${Buffer.from(`${google.clientId}:${google.clientSecret}`).toString('base64')}`;
    const issued = await token({ ...form, code_verifier: verifier }, { authorization: basic });
    expect(issued).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const who = await fetch(google.urls.userinfo, { headers: { authorization: `Bearer ${issued.access_token}` } });
    expect(await who.json()).toMatchObject({ email: 'chen@example.com' });
    // Using a code twice revokes the tokens it was exchanged for.
    await token({ ...form, code_verifier: verifier });
    const again = await fetch(google.urls.userinfo, { headers: { authorization: `Bearer ${issued.access_token}` } });
    expect(again.status).toBe(401);
  });
});
