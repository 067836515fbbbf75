import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';
import { listOfNames, oneLine } from '../../platform/text/names.ts';

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

/** For someone outside the workspace with whom documents are shared. They see them once they join. */
export function sharedInvitationMail(shared: {
  organization: string;
  by: string;
  documents: readonly string[];
  role: string;
  url: string;
}): MailContent {
  const { organization, role, url } = shared;
  const by = oneLine(shared.by);
  const names = shared.documents;
  const what = names.length === 1 ? `“${oneLine(names[0]!)}”` : `${names.length.toLocaleString('en')} documents`;
  return {
    subject: `${by} shared ${what} with you`,
    preheader: `Join ${organization} on Sheaf to open ${names.length === 1 ? 'it' : 'them'}.`,
    heading: `${by} shared ${what} with you`,
    blocks: [
      ...(names.length > 1 ? [{ kind: 'paragraph' as const, text: listOfNames(names) }] : []),
      {
        kind: 'paragraph',
        text: `Accept the invitation to ${organization} on Sheaf, a workspace for your team’s files, to open ${names.length === 1 ? 'it' : 'them'}. Your role will be ${role}.`,
      },
      { kind: 'button', label: 'Accept invitation', url },
      {
        kind: 'note',
        text: `The invitation is for this address and valid for ${limits.inviteDays} days. If you don’t know what this is about, ignore this email.`,
      },
    ],
    footer: `You received this email because ${by} entered your address.`,
  };
}
