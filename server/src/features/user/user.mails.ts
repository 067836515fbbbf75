import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

export const changeEmailMail = (name: string, code: string): MailContent => ({
  subject: `${code} confirms your new address for Sheaf`,
  preheader: 'Enter it to sign in with this address from now on.',
  heading: 'Confirm your new address',
  blocks: [
    { kind: 'paragraph', text: `Hello ${name}, enter this code to use this address for your account:` },
    { kind: 'code', code },
    {
      kind: 'note',
      text: `The code is valid for ${limits.codeMinutes} minutes. If this was not you, you can ignore this e-mail.`,
    },
  ],
  footer: 'You receive this because somebody entered this address as their new one at Sheaf.',
});

export const emailChangedMail = (name: string, email: string): MailContent => ({
  subject: 'Your Sheaf account has a new address',
  preheader: `It is now ${email}.`,
  heading: 'Your address was changed',
  blocks: [
    { kind: 'paragraph', text: `Hello ${name}, your account now uses ${email}. This address no longer signs in.` },
    { kind: 'note', text: 'If this was not you, contact the people who run your Sheaf at once.' },
  ],
  footer: 'You receive this because it concerns the safety of your account.',
});
