import type { AppSettings } from '../../kit/app.ts';
import type { AccountContext, Connector, OAuth } from '../../kit/connector.ts';
import { posix } from '../../kit/names/names.ts';
import type { Session } from '../../kit/session.ts';
import type { ImapFields } from '../auth.ts';

/** A mail service that is read by IMAP and signed in to with OAuth (XOAUTH2, OAUTHBEARER) instead of a password. */
export interface MailService {
  slug: string;
  name: string;
  rank: number;
  app: AppSettings;
  /** `imap` is the server, such as `imaps://imap.example.com:993`. */
  urls: Readonly<Record<'imap' | 'authorize' | 'token', string> & Record<string, string>>;
  auth: OAuth;
  /** The email address of the token’s owner; IMAP requires it beside the token. */
  userOf(token: string, account: AccountContext): Promise<string>;
}

export const mailConnector = (service: MailService, open: (context: AccountContext) => Session): Connector => ({
  manifest: {
    slug: service.slug,
    name: service.name,
    rank: service.rank,
    app: service.app,
    capabilities: ['threads', 'threads.listen', 'threads.raw', 'quota'],
    urls: service.urls,
    hashes: [],
    stableIds: false,
    uniqueNames: false,
    names: posix,
  },
  auth: service.auth,
  open: (account) => open(withFields(service, account)),
});

/** The fields a person would have typed, as far as known; without a password, `connect` requests tokens. */
function withFields({ userOf }: MailService, account: AccountContext): AccountContext {
  let known: Promise<string> | undefined;
  const username = () => {
    known ??= account
      .token()
      .then((token) => userOf(token, account))
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  };
  const { hostname, port } = new URL(account.urls.imap!);
  return {
    ...account,
    fields: async () =>
      ({ host: hostname, port, security: 'tls', username: await username(), password: '' }) satisfies ImapFields,
  };
}
