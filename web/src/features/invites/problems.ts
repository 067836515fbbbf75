import { ApiError, limits } from '@sheaf/contract';

/** Why an invitation cannot be accepted, and what helps. */
export interface InvitationProblem {
  title: string;
  help: string;
}

const problems: Record<string, InvitationProblem> = {
  not_found: {
    title: 'This invitation does not exist',
    help: 'Check that the link is complete: mail programs sometimes break long ones. Otherwise ask for a new invitation.',
  },
  validation_failed: {
    title: 'This invitation does not exist',
    help: 'Check that the link is complete: mail programs sometimes break long ones. Otherwise ask for a new invitation.',
  },
  invitation_expired: {
    title: 'This invitation has expired',
    help: `Invitations are valid for ${limits.inviteDays} days. Ask whoever invited you to send it again.`,
  },
  invitation_used: {
    title: 'This invitation was used already',
    help: 'It works once. If it was you, sign in with the address it was sent to and choose the workspace under ‘Switch account’.',
  },
  invitation_revoked: {
    title: 'This invitation was taken back',
    help: 'Ask whoever invited you for a new one if you think that this is a mistake.',
  },
};

/** Undefined where the invitation is not to blame: trying again may help. */
export function problemOf(error: unknown): InvitationProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.code === 'plan_limit' ? { title: 'This workspace is full', help: error.message } : problems[error.code];
}
