import type { User } from '@sheaf/contract';
import { isUniqueViolation, wrongField } from '../../errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { throttle } from '../../platform/throttle.ts';
import type { Services } from '../../services.ts';
import { checkCode, dropCodes, findUserByEmail, issueCode, presentUser, spendCode } from '../auth/index.ts';
import { changeEmailMail, emailChangedMail } from './user.mails.ts';
import { updateUser } from './user.queries.ts';

const taken = () => wrongField('new_email', 'This address already has an account');

/** Signed in and few times an hour only: it tells whether an address has an account. */
export async function isEmailAvailable({ db }: Services, viewer: Viewer, email: string): Promise<boolean> {
  await throttle(
    db,
    `check-email ${viewer.id}`,
    { times: 30, seconds: 3600 },
    'Too many addresses were checked. Please try again later.',
  );
  return !(await findUserByEmail(db, email));
}

/** The code goes to the new address: only who reads it can take it over. */
export async function askToChangeEmail(services: Services, viewer: Viewer, email: string): Promise<void> {
  const { db, keys } = services;
  if (email === viewer.email) throw wrongField('new_email', 'This is your address already');
  if (!(await isEmailAvailable(services, viewer, email))) throw taken();
  await db.transaction().execute(async (tx) => {
    const code = await issueCode(tx, keys, viewer.id, 'change_email', email);
    await sendMail(tx, email, changeEmailMail(viewer.name, code));
  });
}

/** The old address is told. */
export async function confirmEmail({ db, keys }: Services, viewer: Viewer, code: string): Promise<User> {
  const email = await checkCode(db, keys, viewer.id, 'change_email', code);
  try {
    return await db.transaction().execute(async (tx) => {
      await spendCode(tx, keys, viewer.id, 'change_email', code);
      await dropCodes(tx, viewer.id);
      const user = await updateUser(tx, viewer.id, { email });
      await sendMail(tx, viewer.email, emailChangedMail(viewer.name, email));
      return presentUser(user);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw wrongField('code', 'This address has been taken by another account meanwhile');
    throw error;
  }
}
