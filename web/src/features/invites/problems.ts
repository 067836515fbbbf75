import { ApiError, limits } from '@sheaf/contract';

/** The reason why an invitation cannot be accepted, and what to do. */
export interface InvitationProblem {
  title: string;
  help: string;
}

const problems: Record<string, InvitationProblem> = {
  not_found: {
    title: 'Invitation not found',
    help: 'Check that the link is complete: email apps sometimes break long links. Or ask for a new invitation.',
  },
  validation_failed: {
    title: 'Invitation not found',
    help: 'Check that the link is complete: email apps sometimes break long links. Or ask for a new invitation.',
  },
  invitation_expired: {
    title: 'This invitation has expired',
    help: `Invitations are valid for ${limits.inviteDays} days. Ask the person who invited you to send it again.`,
  },
  invitation_used: {
    title: 'This invitation was already used',
    help: 'An invitation works once. If you used it, sign in with the email it was sent to and choose the workspace under ‘Switch account’.',
  },
  invitation_revoked: {
    title: 'This invitation was revoked',
    help: 'If you think this is a mistake, ask the person who invited you for a new one.',
  },
};

/** Undefined when the error is not about the invitation: trying again may help. */
export function problemOf(error: unknown): InvitationProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.code === 'plan_limit' ? { title: 'This workspace is full', help: error.message } : problems[error.code];
}
