import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

export const organizationDeletedMail = (name: string, publicUrl: string): MailContent => ({
  subject: `You deleted the workspace ${name}`,
  preheader: `It can be restored for ${limits.deletedWorkspaceDays} days.`,
  heading: `${name} was deleted`,
  blocks: [
    {
      kind: 'paragraph',
      text: `No one can open it now. An owner can restore it for ${limits.deletedWorkspaceDays} days. After that, it’s deleted for good. Access to connected apps was removed: after a restore, members reconnect them. A subscription ends now. What you paid for the rest of its period is kept as credit, and a restored workspace is on the Free plan.`,
    },
    { kind: 'button', label: 'Restore workspace', url: `${publicUrl}/organization-create` },
  ],
  footer: 'You received this email because you own this workspace.',
});
