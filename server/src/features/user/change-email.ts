import type { User } from '@sheaf/contract';
import { isUniqueViolation, wrongField } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { sessionIdOf, type Viewer } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { throttle, wideNetwork } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import {
  checkCode,
  checkCurrentPassword,
  dropCodes,
  endSessions,
  findUserByEmail,
  issueCode,
  presentUser,
  spendCode,
  updateUser,
} from '../auth/index.ts';

import { isKeptForAnother, keepWayBack } from './revert-email.ts';
import { changeEmailMail, emailChangedMail } from './user.mails.ts';

const taken = () => wrongField('new_email', 'This email already has an account');

const tooMany = 'You tried too many emails. Try again later.';
const hour = 3600;

/** Limited for each person and network, since it reveals whether an address has an account. */
export async function isEmailAvailable(
  { db }: Services,
  viewer: Viewer,
  client: Client,
  email: string,
): Promise<boolean> {
  await throttle(db, `check-email ${viewer.id}`, { times: 30, seconds: hour }, tooMany);
  await throttle(db, `check-email ${wideNetwork(client.ip)}`, { times: 60, seconds: hour }, tooMany);
  return !(await findUserByEmail(db, email)) && !(await isKeptForAnother(db, viewer.id, email));
}

/** Needs the current password. The code goes to the new address, so that only its owner can take it. */
export async function askToChangeEmail(
  services: Services,
  viewer: Viewer,
  client: Client,
  { new_email: email, current_password }: { new_email: string; current_password: string },
): Promise<void> {
  const { db, keys } = services;
  if (email === viewer.email) throw wrongField('new_email', 'This is already your email');
  await checkCurrentPassword(services, viewer, current_password);
  if (!(await isEmailAvailable(services, viewer, client, email))) throw taken();
  await db.transaction().execute(async (tx) => {
    const code = await issueCode(tx, keys, viewer.id, 'change_email', email);
    await sendMail(tx, email, changeEmailMail(viewer.name, code));
  });
}

/**
 * Ends every other session. The old address gets an email with a link that reverts the change, so that a person with a
 * stolen session and the password can't keep the account for good.
 */
export async function confirmEmail({ db, keys, config }: Services, viewer: Viewer, code: string): Promise<User> {
  const email = await checkCode(db, keys, viewer.id, 'change_email', code);
  try {
    return await db.transaction().execute(async (tx) => {
      await spendCode(tx, keys, viewer.id, 'change_email', code);
      await dropCodes(tx, viewer.id);
      const user = await updateUser(tx, viewer.id, { email });
      await endSessions(tx, viewer.id, sessionIdOf(viewer));
      const token = await keepWayBack(tx, viewer.id, viewer.email);
      await sendMail(
        tx,
        viewer.email,
        emailChangedMail(viewer.name, email, `${config.publicUrl}/revert-email/${token}`),
      );
      await auditPerson(tx, viewer, { action: 'email_changed', details: { from: viewer.email, to: email } });
      return presentUser(user);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw wrongField('code', 'Another account uses this email now');
    throw error;
  }
}
