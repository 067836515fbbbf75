import type { MailContent } from '../../platform/mail/index.ts';
import type { NotificationText } from './notification-texts.ts';

const maxNamed = 20;

export interface Emailed extends NotificationText {
  workspace: string;
  organizationId: string;
}

const sentence = ({ title, message }: NotificationText): string => (message ? `${title}: ${message}` : title);
const paragraph = (text: string) => ({ kind: 'paragraph' as const, text });

/** An email about one notification or several, grouped by workspace if there is more than one. */
export function notificationsMail(told: readonly Emailed[], publicUrl: string, when: 'soon' | 'daily'): MailContent {
  const [first] = told;
  const isOne = told.length === 1;
  const subject = isOne ? first!.title : `${told.length.toLocaleString('en')} notifications from Sheaf`;
  const byWorkspace = Map.groupBy(told.slice(0, maxNamed), ({ organizationId }) => organizationId);
  const lists = [...byWorkspace.values()].flatMap((theirs) => [
    ...(byWorkspace.size > 1 ? [paragraph(`In ${theirs[0]!.workspace}:`)] : []),
    ...theirs.map((one) => paragraph(sentence(one))),
  ]);
  const more = told.length - maxNamed;
  return {
    subject:
      when === 'daily' && !isOne ? `Your day in Sheaf: ${told.length.toLocaleString('en')} notifications` : subject,
    preheader: sentence(first!),
    heading: when === 'daily' ? 'Your day in Sheaf' : subject,
    blocks: [
      ...(isOne && when === 'soon' ? (first!.message ? [paragraph(first!.message)] : []) : lists),
      ...(more > 0 ? [paragraph(`And ${more.toLocaleString('en')} more.`)] : []),
      {
        kind: 'button',
        label: 'Open in Sheaf',
        url: `${publicUrl}${isOne ? first!.path : `/directory?org=${first!.organizationId}`}`,
      },
    ],
    footer:
      when === 'daily'
        ? 'You received this email because you asked for a daily one. You can change this in Settings, under Notifications.'
        : 'You received this email because you asked to be told by email. You can change this in Settings, under Notifications.',
  };
}
