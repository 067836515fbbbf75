import { microsoftOAuth } from '../kit/microsoft/oauth.ts';

/** Reading mail, the profile, and a refresh token. Nothing that an administrator has to consent to. */
export const auth = microsoftOAuth({
  scopes: ['User.Read', 'Mail.Read', 'offline_access'],
  needed: ['Mail.Read'],
  refusal: 'Access to your email wasn’t granted',
});
