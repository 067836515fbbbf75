import { until } from '../until.ts';

export interface Mail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
}

/** The mails to an address in the local mailbox, newest first. */
export async function mailsTo(origin: string, address: string): Promise<Mail[]> {
  const response = await fetch(`${origin}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as { data: Mail[] }).data;
}

/** Waits for a mail to the address; a job sends it a moment after the call was answered. */
export const mailTo = (origin: string, address: string, subject: RegExp): Promise<Mail> =>
  until(`mail to ${address} with the subject ${subject}`, async () =>
    (await mailsTo(origin, address)).find((mail) => subject.test(mail.subject)),
  );
