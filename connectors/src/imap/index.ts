import type { AccountContext, Connector, Manifest } from '../kit/connector.ts';
import { posix } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { createImapAccount } from './account.ts';
import { auth, type ImapFields, portOf } from './auth.ts';
import { createChannels } from './channels.ts';
import { createDownloads } from './downloads.ts';
import { createListen } from './listen.ts';
import { createMessages } from './messages/messages.ts';
import { mailConnector } from './oauth/connector.ts';
import { googleMail } from './oauth/google.ts';
import { microsoftMail } from './oauth/microsoft.ts';
import { patience } from './session/patience.ts';

const manifest: Manifest = {
  slug: 'imap',
  name: 'IMAP',
  rank: 100,
  capabilities: ['threads', 'threads.listen', 'threads.raw', 'quota'],
  urls: {},
  hashes: [],
  stableIds: false,
  uniqueNames: false,
  names: posix,
};

/**
 * Connects any mail server. Nothing is ever changed there: mailboxes are opened for reading, and messages stay unread.
 */
export const imap: Connector = { manifest, auth, open: (context) => openImap(context) };

/** Connects mail services that require OAuth. */
export const microsoft = mailConnector(microsoftMail, (context) => openImap(context));
export const google = mailConnector(googleMail, (context) => openImap(context));

/** Tests use shorter timeouts. */
export function openImap(context: AccountContext, limits = patience): Session {
  const account = createImapAccount(context, limits);
  return {
    threads: {
      channels: createChannels(account),
      messages: createMessages(account),
      ...createDownloads(account),
      listen: createListen(account, limits),
    },
    async identity() {
      const fields = (await context.fields()) as ImapFields;
      const { username, host } = fields;
      // This signs in.
      await account.run(async () => {});
      const isEmail = username.includes('@');
      return {
        remoteUserId: `${username}@${host.toLowerCase()}:${portOf(fields)}`,
        label: isEmail ? username : `${username}@${host}`,
        ...(isEmail && { email: username }),
      };
    },
    async quota() {
      const found = await account.run((client) => client.getQuota('INBOX'));
      // The library’s types use another name.
      const storage = (found || undefined)?.storage as { usage?: number; limit?: number } | undefined;
      return { used: storage?.usage ?? null, total: storage?.limit ?? null };
    },
    [Symbol.asyncDispose]: () => account.pool.close(),
  };
}
