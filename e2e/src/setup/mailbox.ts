import * as mailbox from '../../../server/src/testing/sign-in/mailbox.ts';
import { origin } from './origin.ts';

/** Mails to the address, newest first. */
export const mailsTo = (address: string): Promise<mailbox.Mail[]> => mailbox.mailsTo(origin, address);

/** Waits for a mail to the address. */
export const mailTo = (address: string, subject: RegExp, server = origin): Promise<mailbox.Mail> =>
  mailbox.mailTo(server, address, subject);

const subjects = {
  verification: /^(\d{6}) is your Sheaf verification code$/,
  reset: /^(\d{6}) is your Sheaf reset code$/,
  'new address': /^(\d{6}) confirms your new email for Sheaf$/,
};

export async function codeTo(address: string, purpose: keyof typeof subjects, server = origin): Promise<string> {
  const { subject } = await mailTo(address, subjects[purpose], server);
  return subject.slice(0, 6);
}

/** A code in the right format that is not this one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
