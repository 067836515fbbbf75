import type { MailContent } from '../../platform/mail/index.ts';

const mostNamed = 10;
// Sources allow line breaks and more in names; a mail's subject does not.
const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);

/** Of groups, as a sentence names them. */
export const groupInSentence = ({ name, isEveryone }: { name: string; isEveryone: boolean }): string =>
  isEveryone ? 'everyone in the workspace' : `the group “${oneLine(name)}”`;

export function sharedMail(by: string, names: readonly string[], url: string, whom = 'you'): MailContent {
  const what = names.length === 1 ? `“${oneLine(names[0]!)}”` : `${names.length} documents`;
  const more = names.length - mostNamed;
  return {
    subject: `${oneLine(by)} shared ${what} with ${whom}`,
    preheader: 'Find it under Shared with me.',
    heading: `${oneLine(by)} shared ${what} with ${whom}`,
    blocks: [
      ...(names.length > 1
        ? [
            {
              kind: 'paragraph' as const,
              text: `${names.slice(0, mostNamed).map(oneLine).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
            },
          ]
        : []),
      { kind: 'button', label: 'Open in Sheaf', url },
    ],
    footer: `You received this email because ${oneLine(by)} shared something with ${whom} on Sheaf.`,
  };
}

interface Shared {
  id: string;
  kind: string;
}

/** Where a mail leads: a folder is opened, a document shown; several stand among what is shared. */
export function linkTo(publicUrl: string, organizationId: string, [first, ...others]: readonly Shared[]): string {
  const place =
    !first || others.length > 0
      ? 'owner=shared'
      : first.kind === 'folder'
        ? `parent_id=${first.id}`
        : `owner=shared&preview=${first.id}`;
  return `${publicUrl}/directory?org=${organizationId}&${place}`;
}
