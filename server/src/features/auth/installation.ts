import type { auth, DataOf } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { hasPasskeys } from '../second-factors/index.ts';
import { hasUsers } from './auth.queries.ts';

/**
 * Lets the page start with signing up if no one has an account yet, and say where email goes if there is no mail
 * server.
 */
export async function installationOf(services: Services): Promise<DataOf<typeof auth.installation>> {
  const { db, config } = services;
  const mail = config.smtpUrl ? 'sent' : config.mailbox ? 'mailbox' : 'log';
  return { has_users: await hasUsers(db), mail, passkeys: hasPasskeys(services) };
}
