import type { Viewer } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { verificationMail } from './auth.mails.ts';
import { markVerified } from './auth.queries.ts';
import { checkCode, issueCode, spendCode } from './codes.ts';

/** Succeeds at once if the person is already verified. */
export async function verifyEmail({ db, keys }: Services, viewer: Viewer, code: string): Promise<void> {
  if (viewer.emailVerifiedAt) return;
  await checkCode(db, keys, viewer.id, 'verify_email', code);
  await db.transaction().execute(async (tx) => {
    await spendCode(tx, keys, viewer.id, 'verify_email', code);
    await markVerified(tx, viewer.id);
  });
}

export async function resendVerification({ db, keys }: Services, viewer: Viewer): Promise<void> {
  if (viewer.emailVerifiedAt) return;
  await db.transaction().execute(async (tx) => {
    const code = await issueCode(tx, keys, viewer.id, 'verify_email', viewer.email);
    await sendMail(tx, viewer.email, verificationMail(viewer.name, code));
  });
}
