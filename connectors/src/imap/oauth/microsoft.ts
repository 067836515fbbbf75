import { plainError } from '../../kit/errors.ts';
import { microsoftOAuth } from '../../kit/microsoft/oauth.ts';
import type { MailService } from './connector.ts';

const login = 'https://login.microsoftonline.com/organizations/oauth2/v2.0';

/** Only work and school accounts: tokens of personal ones don’t name their owner. */
export const microsoftMail: MailService = {
  slug: 'microsoft-mail',
  name: 'Microsoft 365 mail',
  rank: 110,
  app: {
    provider: 'Microsoft',
    prefix: 'MICROSOFT_IMAP',
    idName: 'Application id',
    otherwise: 'not offered',
    addresses: {
      MICROSOFT_IMAP_AUTH_URL: {
        meaning:
          'Sign-in page of Microsoft for mail, such as https://login.microsoftonline.com/TENANT/oauth2/v2.0/authorize; tokens come from next to it',
        url: 'authorize',
        derive: (authorize) => ({ authorize, token: new URL('token', authorize).href }),
      },
    },
  },
  urls: { authorize: `${login}/authorize`, token: `${login}/token`, imap: 'imaps://outlook.office365.com:993' },
  auth: microsoftOAuth({
    scopes: ['https://outlook.office.com/IMAP.AccessAsUser.All', 'offline_access'],
    needed: ['IMAP.AccessAsUser.All'],
    refusal: 'Access to your email wasn’t granted',
  }),
  async userOf(token) {
    const { upn, preferred_username, unique_name } = claimsOf(token);
    const user = upn ?? preferred_username ?? unique_name;
    if (user) return user;
    throw plainError('forbidden', 'Microsoft doesn’t say whose mailbox it is. Use a work or school account.');
  },
};

type Claims = Partial<Record<'upn' | 'preferred_username' | 'unique_name', string>>;

/** The token isn’t verified: it came from Microsoft, which decides itself whether it opens the mailbox. */
function claimsOf(token: string): Claims {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  } catch {
    return {};
  }
}
