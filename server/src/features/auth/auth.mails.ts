import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

const lifetime = `The code is valid for ${limits.codeMinutes} minutes.`;
const notYou = 'If this wasn’t you, ignore this email.';

export const verificationMail = (name: string, code: string): MailContent => ({
  subject: `${code} is your Sheaf verification code`,
  preheader: 'Enter it to finish setting up your account.',
  heading: `Welcome, ${name}`,
  blocks: [
    { kind: 'paragraph', text: 'Enter this code to verify your email:' },
    { kind: 'code', code },
    { kind: 'note', text: `${lifetime} ${notYou}` },
  ],
  footer: 'You received this email because someone used this address to sign up for Sheaf.',
});

export const resetMail = (name: string, code: string): MailContent => ({
  subject: `${code} is your Sheaf reset code`,
  preheader: 'Enter it to choose a new password.',
  heading: 'Choose a new password',
  blocks: [
    { kind: 'paragraph', text: `Hello ${name}, enter this code together with your new password:` },
    { kind: 'code', code },
    { kind: 'note', text: `${lifetime} ${notYou} Your password doesn’t change until the code is used.` },
  ],
  footer: 'You received this email because someone asked for a new Sheaf password.',
});

export const passwordChangedMail = (name: string, publicUrl: string): MailContent => ({
  subject: 'Your Sheaf password was changed',
  preheader: 'You were signed out everywhere else.',
  heading: 'Your password was changed',
  blocks: [
    {
      kind: 'paragraph',
      text: `Hello ${name}, your password was changed and you were signed out everywhere else.`,
    },
    { kind: 'paragraph', text: 'If this wasn’t you, reset your password now:' },
    { kind: 'button', label: 'Reset password', url: `${publicUrl}/forgot-password` },
  ],
  footer: 'You received this email because it’s about the security of your account.',
});

const aboutSecurity = 'You received this email because it’s about the security of your account.';

export const recoveryCodeUsedMail = (name: string, left: number, publicUrl: string): MailContent => ({
  subject: 'A recovery code was used to sign in to Sheaf',
  preheader: left === 1 ? 'One code is left.' : `${left} codes are left.`,
  heading: 'A recovery code was used',
  blocks: [
    {
      kind: 'paragraph',
      text: `Hello ${name}, someone signed in to your account with your password and a recovery code. ${left === 1 ? 'One code is left' : `${left} codes are left`}: you can create new ones at any time.`,
    },
    { kind: 'paragraph', text: 'If this wasn’t you, change your password and sign out every other device now:' },
    { kind: 'button', label: 'Review security', url: `${publicUrl}/settings/profile/password-security` },
  ],
  footer: aboutSecurity,
});

export const codesGuessedMail = (name: string, publicUrl: string): MailContent => ({
  subject: 'Someone who knows your Sheaf password entered wrong codes',
  preheader: 'They didn’t get in. Change your password.',
  heading: 'Wrong codes were entered',
  blocks: [
    {
      kind: 'paragraph',
      text: `Hello ${name}, someone entered your password correctly, and then wrong two-factor codes. They didn’t get in, and no more codes are accepted from them for now.`,
    },
    { kind: 'paragraph', text: 'If this wasn’t you, your password is known to someone else. Choose a new one:' },
    { kind: 'button', label: 'Reset password', url: `${publicUrl}/forgot-password` },
  ],
  footer: aboutSecurity,
});
