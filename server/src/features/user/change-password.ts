import { wrongField } from '../../errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { forgive, throttle } from '../../platform/throttle.ts';
import type { Services } from '../../services.ts';
import {
  endSessions,
  hashPassword,
  passwordChangedMail,
  passwordHashOf,
  passwordMatches,
  setPassword,
} from '../auth/index.ts';

/** Needs the current password; ends every other session. */
export async function changePassword(
  { db, config }: Services,
  viewer: Viewer,
  given: { current_password: string; password: string },
): Promise<void> {
  const tries = `password ${viewer.id}`;
  await throttle(db, tries, { times: 10, seconds: 900 }, 'Too many tries. Please wait a little and try again.');
  const { password_hash } = await passwordHashOf(db, viewer.id);
  if (!(await passwordMatches(password_hash, given.current_password))) {
    throw wrongField('current_password', 'This is not your current password');
  }
  const fresh = await hashPassword(given.password);
  await db.transaction().execute(async (tx) => {
    await forgive(tx, tries);
    if (!(await setPassword(tx, viewer.id, fresh, password_hash))) {
      throw wrongField('current_password', 'This is not your current password');
    }
    await endSessions(tx, viewer.id, viewer.sessionId);
    await sendMail(tx, viewer.email, passwordChangedMail(viewer.name, config.publicUrl));
  });
}
