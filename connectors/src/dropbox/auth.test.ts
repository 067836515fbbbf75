import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { testAccount } from '../kit/testing/test-account.ts';
import { auth, scopes } from './auth.ts';

const { clientId, clientSecret, urls, control } = await forThisFile(startDropbox({ samples: false }));
const { http, close } = testAccount({});
afterAll(close);

it('revokes the grant with an expired token, even twice', async () => {
  const app = { clientId, clientSecret, settings: {}, urls, http };
  const { accessToken, refreshToken } = control.authorize({ person: 'bruno', scopes });
  control.expireTokens({ person: 'bruno' });
  for (const _ of [1, 2])
    await auth.revoke!(app, { accessToken, refreshToken: refreshToken!, expiresAt: null, scopes });
  await expect(auth.refresh(app, refreshToken!)).rejects.toMatchObject({ code: 'auth_revoked' });
});
