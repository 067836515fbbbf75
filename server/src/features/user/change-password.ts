import { sessionIdOf, type Viewer } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import {
  checkCurrentPassword,
  endSessions,
  hashPassword,
  passwordChangedMail,
  setPassword,
  wrongPassword,
} from '../auth/index.ts';

/** Needs the current password; ends every other session. */
export async function changePassword(
  services: Services,
  viewer: Viewer,
  given: { current_password: string; password: string },
): Promise<void> {
  const { db, config } = services;
  const before = await checkCurrentPassword(services, viewer, given.current_password);
  const fresh = await hashPassword(given.password);
  await db.transaction().execute(async (tx) => {
    if (!(await setPassword(tx, viewer.id, fresh, before))) throw wrongPassword();
    await endSessions(tx, viewer.id, sessionIdOf(viewer));
    await sendMail(tx, viewer.email, passwordChangedMail(viewer.name, config.publicUrl));
    await auditPerson(tx, viewer, { action: 'password_changed' });
  });
}
