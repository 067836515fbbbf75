import type { MailContent } from '../../platform/mail/index.ts';

const mostNamed = 10;
// Sources allow line breaks and more in names; a mail's subject does not.
const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);

export function sharedMail(by: string, names: readonly string[], url: string): MailContent {
  const what = names.length === 1 ? `“${oneLine(names[0]!)}”` : `${names.length} documents`;
  const more = names.length - mostNamed;
  return {
    subject: `${oneLine(by)} shared ${what} with you`,
    preheader: 'You find it under Shared with me.',
    heading: `${oneLine(by)} shared ${what} with you`,
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
    footer: `You receive this because ${oneLine(by)} shared something with you on Sheaf.`,
  };
}
