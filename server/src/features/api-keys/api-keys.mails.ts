import type { KeyScope } from '@sheaf/contract';
import type { MailContent } from '../../platform/mail/index.ts';

const meanings: Readonly<Record<KeyScope, string>> = {
  read: 'read your files, labels and collections',
  write: 'change them',
  mcp: 'connect an assistant to them',
};

interface Created {
  name: string;
  scopes: readonly KeyScope[];
  workspace: string;
}

export const keyCreatedMail = (
  person: string,
  { name, scopes, workspace }: Created,
  publicUrl: string,
): MailContent => ({
  subject: 'A new API key was created for your Sheaf account',
  preheader: `“${name}” in the workspace “${workspace}”.`,
  heading: 'New API key',
  blocks: [
    {
      kind: 'paragraph',
      text: `Hello ${person}, the API key “${name}” was created in the workspace “${workspace}”. It can be used in your name to ${new Intl.ListFormat('en').format(scopes.map((scope) => meanings[scope]))}.`,
    },
    {
      kind: 'paragraph',
      text: 'If this wasn’t you, revoke the key and change your password now:',
    },
    { kind: 'button', label: 'Review API keys', url: `${publicUrl}/settings/profile/password-security` },
  ],
  footer: 'You received this email because it’s about the security of your account.',
});
