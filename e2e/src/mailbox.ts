import { expect } from '@playwright/test';
import { origin } from './origin.ts';

interface Mail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
}

/** Mails to the address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${origin}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as { data: Mail[] }).data;
}

/** Waits for a mail to the address; a job sends it a moment after the call was answered. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  const look = async () => {
    found = (await mailsTo(address)).find((mail) => subject.test(mail.subject));
    return found?.subject;
  };
  await expect.poll(look, { message: `a mail to ${address}`, intervals: [20, 50, 100] }).toMatch(subject);
  return found!;
}

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
