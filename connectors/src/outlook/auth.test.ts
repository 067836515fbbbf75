import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { testAccount } from '../kit/testing/test-account.ts';
import { outlook } from './index.ts';

const account = testAccount({});
const graph = await forThisFile(startGraph({ samples: false }));
const { clientId, clientSecret, urls } = graph;
const app = { clientId, clientSecret, settings: {}, urls, http: account.http };
afterAll(() => account.close());
const { auth } = outlook;
if (auth.kind !== 'oauth2') throw new Error('Outlook signs in with OAuth');

describe('signing in', () => {
  it('requests reading mail and nothing else', () => {
    const url = auth.authorizeUrl(app, { state: 's', redirectUri: 'https://sheaf.example/oauth', challenge: 'c' });
    expect(url.searchParams.get('scope')).toBe('User.Read Mail.Read offline_access');
    expect(url.searchParams.get('prompt')).toBe('select_account');
  });

  it('keeps the requested scopes at a refresh', async () => {
    const { refreshToken } = graph.control.authorize({ person: 'ada', scopes: ['User.Read', 'Mail.Read'] });
    expect((await auth.refresh(app, refreshToken!)).scopes).toContain('Mail.Read');
  });

  it('cannot be revoked at Microsoft, so that OneDrive of the same app stays connected', () => {
    expect(auth.revoke).toBeUndefined();
  });

  it('explains a mistake in the registration by Microsoft’s error number', async () => {
    const wrong = auth.refresh({ ...app, clientSecret: 'wrong' }, 'any');
    await expect(wrong).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('AADSTS') });
  });
});
