import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

export const changeEmailMail = (name: string, code: string): MailContent => ({
  subject: `${code} confirms your new email for Sheaf`,
  preheader: 'Enter it to start using this address to sign in.',
  heading: 'Confirm your new email',
  blocks: [
    { kind: 'paragraph', text: `Hello ${name}, enter this code to use this address for your account:` },
    { kind: 'code', code },
    {
      kind: 'note',
      text: `The code is valid for ${limits.codeMinutes} minutes. If this wasn’t you, ignore this email.`,
    },
  ],
  footer: 'You received this email because someone entered this address as their new one in Sheaf.',
});

export const emailChangedMail = (name: string, email: string, revertUrl: string): MailContent => ({
  subject: 'Your Sheaf email was changed',
  preheader: `It’s now ${email}.`,
  heading: 'Your email was changed',
  blocks: [
    { kind: 'paragraph', text: `Hello ${name}, your account now uses ${email}. This address no longer signs in.` },
    {
      kind: 'paragraph',
      text: `If this wasn’t you, undo the change within ${limits.emailRevertDays} days. This signs out every device, revokes all API keys and asks you for a new password.`,
    },
    { kind: 'button', label: 'Undo the change', url: revertUrl },
  ],
  footer: 'You received this email because it’s about the security of your account.',
});

export const emailRevertedMail = (name: string): MailContent => ({
  subject: 'Your Sheaf email was changed back',
  preheader: 'Choose a new password to sign in.',
  heading: 'The change was undone',
  blocks: [
    {
      kind: 'paragraph',
      text: `Hello ${name}, your account uses this address again. All devices were signed out, all API keys were revoked and the old password no longer works: choose a new one with the code we sent in another email.`,
    },
  ],
  footer: 'You received this email because it’s about the security of your account.',
});
