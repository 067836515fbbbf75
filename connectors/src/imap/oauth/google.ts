import { ConnectorError } from '../../kit/errors.ts';
import { googleUrls } from '../../kit/google/app.ts';
import { googleOAuth } from '../../kit/google/oauth.ts';
import type { MailService } from './connector.ts';

/** For servers that may not use Gmail’s own API: for IMAP, Google only has the scope that allows everything. */
export const googleMail: MailService = {
  slug: 'google-mail',
  name: 'Google mail (IMAP)',
  rank: 120,
  app: { provider: 'Google', prefix: 'GOOGLE_IMAP', otherwise: 'not offered', addresses: {} },
  urls: {
    ...googleUrls,
    userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    imap: 'imaps://imap.gmail.com:993',
  },
  auth: googleOAuth({ name: 'Google mail', scope: 'https://mail.google.com/' }),
  async userOf(token, { http, urls }) {
    const response = await http.send({ url: urls.userinfo!, headers: { authorization: `Bearer ${token}` } });
    const { email } = response.status === 200 ? await response.json<{ email?: string }>() : {};
    if (email) return email;
    await response.discard().catch(() => {});
    throw new ConnectorError(
      response.status === 401 ? 'auth_revoked' : 'unavailable',
      'Google doesn’t say whose mailbox it is',
    );
  },
};
