import type { auth, DataOf } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { hasUsers } from './auth.queries.ts';

/** An installation that nobody has signed up to starts with that, and one without a mail server says where its email is. */
export async function installationOf({ db, config }: Services): Promise<DataOf<typeof auth.installation>> {
  const mail = config.smtpUrl ? 'sent' : config.mailbox ? 'mailbox' : 'log';
  return { has_users: await hasUsers(db), mail };
}
