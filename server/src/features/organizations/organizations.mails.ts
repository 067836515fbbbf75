import { limits } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

export const organizationDeletedMail = (name: string, publicUrl: string): MailContent => ({
  subject: `You deleted the workspace ${name}`,
  preheader: `It can be restored for ${limits.deletedWorkspaceDays} days.`,
  heading: `${name} was deleted`,
  blocks: [
    {
      kind: 'paragraph',
      text: `Nobody can open it any more. For ${limits.deletedWorkspaceDays} days an owner can restore it with everything in it; then it is gone for good.`,
    },
    { kind: 'button', label: 'Restore it', url: `${publicUrl}/organization-create` },
  ],
  footer: 'You receive this because you are an owner of this workspace.',
});
