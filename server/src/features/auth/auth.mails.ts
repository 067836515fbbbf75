import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

const lifetime = `The code is valid for ${limits.codeMinutes} minutes.`;
const notYou = 'If this was not you, you can ignore this e-mail.';

export const verificationMail = (name: string, code: string): MailContent => ({
  subject: `${code} is your Sheaf verification code`,
  preheader: 'Enter it to finish setting up your account.',
  heading: `Welcome, ${name}`,
  blocks: [
    { kind: 'paragraph', text: 'Enter this code to verify your e-mail address:' },
    { kind: 'code', code },
    { kind: 'note', text: `${lifetime} ${notYou}` },
  ],
  footer: 'You receive this because this address was used to register at Sheaf.',
});

export const resetMail = (name: string, code: string): MailContent => ({
  subject: `${code} is your Sheaf reset code`,
  preheader: 'Enter it to choose a new password.',
  heading: 'Choose a new password',
  blocks: [
    { kind: 'paragraph', text: `Hello ${name}, enter this code together with your new password:` },
    { kind: 'code', code },
    { kind: 'note', text: `${lifetime} ${notYou} Your password stays as it is until the code is used.` },
  ],
  footer: 'You receive this because a new password was asked for at Sheaf.',
});

export const passwordChangedMail = (name: string, publicUrl: string): MailContent => ({
  subject: 'Your Sheaf password was changed',
  preheader: 'Other devices have been signed out.',
  heading: 'Your password was changed',
  blocks: [
    {
      kind: 'paragraph',
      text: `Hello ${name}, the password of your account was changed, and other devices were signed out.`,
    },
    { kind: 'paragraph', text: 'If this was not you, choose a new password at once:' },
    { kind: 'button', label: 'Reset password', url: `${publicUrl}/forgot-password` },
  ],
  footer: 'You receive this because it concerns the safety of your account.',
});
