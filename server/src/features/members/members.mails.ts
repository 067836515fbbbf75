import type { MailContent } from '../../platform/mail/index.ts';
import type { HeldAccount } from '../sources/index.ts';
import type { Belongings } from './member-content.ts';

interface Gone {
  organization: { name: string };
  person: { name: string };
  how: 'removed' | 'left';
  content: Belongings;
  accounts: readonly HeldAccount[];
  /** null: their content was deleted. */
  heir: { name: string } | null;
}

/**
 * For a person who is no longer a member: what happened to their content, and that access to their clouds was not
 * passed on.
 */
export function goneMail({ organization, person, how, content, accounts, heir }: Gone): MailContent {
  const what = how === 'left' ? `You left ${organization.name}` : `You were removed from ${organization.name}`;
  const lines = [
    ...accounts.map(({ app, name, files }) => `${app} (${name}): ${counted(files, 'file')}`),
    `${counted(content.labels, 'label')}, ${counted(content.collections, 'collection')}`,
  ];
  const clouds = accounts.filter(({ connected }) => connected);
  return {
    subject: what,
    preheader: heir ? `Your files there now belong to ${heir.name}.` : 'Your files there were deleted.',
    heading: what,
    blocks: [
      {
        kind: 'paragraph',
        text: heir
          ? `Hello ${person.name}, the copies, labels and collections you had in this workspace now belong to ${heir.name}:`
          : `Hello ${person.name}, the copies, labels and collections you had in this workspace were deleted:`,
      },
      ...lines.map((text) => ({ kind: 'paragraph' as const, text: `• ${text}` })),
      ...(clouds.length > 0
        ? [
            {
              kind: 'paragraph' as const,
              text: `Sheaf’s access to ${clouds.length === 1 ? 'your account' : 'your accounts'} was removed, and no one else can use it. The files in your own ${clouds.length === 1 ? 'account' : 'accounts'} are unchanged.`,
            },
          ]
        : []),
    ],
    footer: 'You received this email because you were a member of this workspace.',
  };
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
