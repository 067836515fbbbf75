import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

export const invitationMail = (invitation: {
  organization: string;
  inviter: string;
  role: string;
  url: string;
}): MailContent => ({
  subject: `${invitation.inviter} invites you to ${invitation.organization} on Sheaf`,
  preheader: `Join ${invitation.organization} as ${invitation.role}.`,
  heading: `Join ${invitation.organization}`,
  blocks: [
    {
      kind: 'paragraph',
      text: `${invitation.inviter} invites you to work in ${invitation.organization} on Sheaf, a workspace for your team’s files. Your role will be ${invitation.role}.`,
    },
    { kind: 'button', label: 'Accept invitation', url: invitation.url },
    {
      kind: 'note',
      text: `The invitation is for this address and valid for ${limits.inviteDays} days. If you don’t know what this is about, ignore this email.`,
    },
  ],
  footer: `You received this email because ${invitation.inviter} entered your address.`,
});
