import type { Database } from '../../db/pool.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { auditPerson } from '../audit/index.ts';
import { deleteDevices, endSessions, findUserByEmail } from '../auth/index.ts';
import { deleteAllFactors } from '../second-factors/index.ts';
import { twoFactorResetMail } from './account-security.mails.ts';

/** Stands for the server, where the command is run. */
const server = { ip: '', userAgent: 'Server' };

/**
 * For a person who has lost their phone and their recovery codes: turns off two-factor authentication, deletes passkeys
 * and ends every session. The password stays, and the person is notified by email. Returns null if no one has this
 * address.
 */
export async function resetTwoFactor(db: Database, email: string, publicUrl: string): Promise<{ id: string } | null> {
  return db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return null;
    await deleteAllFactors(tx, user.id);
    await endSessions(tx, user.id);
    await auditPerson(
      tx,
      { id: user.id, from: server },
      { action: 'two_factor_off', details: { by: 'administrator' } },
    );
    await deleteDevices(tx, user.id);
    await sendMail(tx, user.email, twoFactorResetMail(user.name, publicUrl));
    return { id: user.id };
  });
}
