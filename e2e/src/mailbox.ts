import * as mailbox from '../../server/src/testing/mailbox.ts';
import { origin } from './origin.ts';

/** Mails to the address, newest first. */
export const mailsTo = (address: string): Promise<mailbox.Mail[]> => mailbox.mailsTo(origin, address);

/** Waits for a mail to the address. */
export const mailTo = (address: string, subject: RegExp): Promise<mailbox.Mail> =>
  mailbox.mailTo(origin, address, subject);

const subjects = {
  verification: /^(\d{6}) is your Sheaf verification code$/,
  reset: /^(\d{6}) is your Sheaf reset code$/,
  'new address': /^(\d{6}) confirms your new address for Sheaf$/,
};

export async function codeTo(address: string, purpose: keyof typeof subjects): Promise<string> {
  const { subject } = await mailTo(address, subjects[purpose]);
  return subject.slice(0, 6);
}

/** A code of the right form that is not this one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
