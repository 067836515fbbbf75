import type { auth, DataOf } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { hasPasskeys } from '../second-factors/index.ts';
import { hasUsers } from './auth.queries.ts';

/** An installation that nobody has signed up to starts with that, and one without a mail server says where its email is. */
export async function installationOf(services: Services): Promise<DataOf<typeof auth.installation>> {
  const { db, config } = services;
  const mail = config.smtpUrl ? 'sent' : config.mailbox ? 'mailbox' : 'log';
  return { has_users: await hasUsers(db), mail, passkeys: hasPasskeys(services) };
}
