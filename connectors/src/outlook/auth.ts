import { microsoftOAuth } from '../kit/microsoft/oauth.ts';

/** Reading mail, the profile, and a refresh token: nothing that needs an administrator’s consent. */
export const auth = microsoftOAuth({
  scopes: ['User.Read', 'Mail.Read', 'offline_access'],
  needed: ['Mail.Read'],
  refusal: 'Access to your email wasn’t granted',
});
