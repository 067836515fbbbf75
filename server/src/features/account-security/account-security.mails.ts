import type { MailContent } from '../../platform/mail/index.ts';

/** Says what changed, and where to go for a person who did not do it. */
function securityMail(
  person: string,
  { subject, preheader, heading, text }: { subject: string; preheader: string; heading: string; text: string },
  publicUrl: string,
): MailContent {
  return {
    subject,
    preheader,
    heading,
    blocks: [
      { kind: 'paragraph', text: `Hello ${person}, ${text}` },
      {
        kind: 'paragraph',
        text: 'If this wasn’t you, change your password now, and ask the administrator of your Sheaf server for help if you can’t sign in:',
      },
      { kind: 'button', label: 'Review security', url: `${publicUrl}/settings/profile/password-security` },
    ],
    footer: 'You received this email because it’s about the security of your account.',
  };
}

const asksFor = { app: 'a code from your authenticator app', passkey: 'a passkey' } as const;

export const twoFactorOnMail = (person: string, method: keyof typeof asksFor, publicUrl: string): MailContent =>
  securityMail(
    person,
    {
      subject: 'Two-factor authentication is on for your Sheaf account',
      preheader: 'You were signed out everywhere else.',
      heading: 'Two-factor authentication is on',
      text: `from now on your account asks for ${asksFor[method]} when you sign in with your password. You were signed out everywhere else.`,
    },
    publicUrl,
  );

export const twoFactorOffMail = (person: string, publicUrl: string): MailContent =>
  securityMail(
    person,
    {
      subject: 'Two-factor authentication is off for your Sheaf account',
      preheader: 'You now sign in with your password alone.',
      heading: 'Two-factor authentication is off',
      text: 'two-factor authentication was turned off. You now sign in with your password alone, and your recovery codes no longer work.',
    },
    publicUrl,
  );

export const recoveryCodesRenewedMail = (person: string, publicUrl: string): MailContent =>
  securityMail(
    person,
    {
      subject: 'Your Sheaf account has new recovery codes',
      preheader: 'The old ones no longer work.',
      heading: 'New recovery codes',
      text: 'new recovery codes were created for your account. The old ones no longer work.',
    },
    publicUrl,
  );

export const passkeyAddedMail = (person: string, name: string, publicUrl: string): MailContent =>
  securityMail(
    person,
    {
      subject: 'A passkey was added to your Sheaf account',
      preheader: `“${name}” can sign in now.`,
      heading: 'New passkey',
      text: `the passkey “${name}” was added to your account. It signs in without a password.`,
    },
    publicUrl,
  );

export const passkeyRemovedMail = (person: string, name: string, publicUrl: string): MailContent =>
  securityMail(
    person,
    {
      subject: 'A passkey was removed from your Sheaf account',
      preheader: `“${name}” no longer signs in.`,
      heading: 'Passkey removed',
      text: `the passkey “${name}” was removed from your account and no longer signs in.`,
    },
    publicUrl,
  );

export const twoFactorResetMail = (person: string, publicUrl: string): MailContent =>
  securityMail(
    person,
    {
      subject: 'An administrator reset two-factor authentication for your Sheaf account',
      preheader: 'You were signed out everywhere. Sign in with your password.',
      heading: 'Two-factor authentication was reset',
      text: 'an administrator of your Sheaf server turned two-factor authentication off and removed your passkeys. You were signed out everywhere. Sign in with your password and set two-factor authentication up again.',
    },
    publicUrl,
  );
