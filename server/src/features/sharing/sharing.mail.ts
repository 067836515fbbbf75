import type { MailContent } from '../../platform/mail/index.ts';
import { listOfNames, oneLine } from '../../platform/text/names.ts';

const maxPeople = 10;

interface Told {
  by: string;
  name: string;
  /** The group it was shared with; null if with the person. */
  group: string | null;
  is_everyone: boolean | null;
}

/** The recipient in a sentence: the group, if all came through the same one. */
function whomOf(told: readonly Told[]): string {
  const { group, is_everyone } = told[0]!;
  if (group === null || told.some((one) => one.group !== group)) return 'you';
  return is_everyone ? 'everyone in the workspace' : `the group “${oneLine(group)}”`;
}

const listOf = (told: readonly Told[]): string => listOfNames(told.map(({ name }) => name));

/** An email about everything shared since the last one, by one person or several. */
export function sharedMail(told: readonly Told[], url: string): MailContent {
  const what = told.length === 1 ? `“${oneLine(told[0]!.name)}”` : `${told.length} documents`;
  const whom = whomOf(told);
  const people = [...Map.groupBy(told, ({ by }) => oneLine(by))];
  const by = people.length === 1 ? people[0]![0] : `${people.length} people`;
  const paragraph = (text: string) => ({ kind: 'paragraph' as const, text });
  const lists =
    people.length > 1
      ? people.slice(0, maxPeople).map(([name, theirs]) => paragraph(`${name}: ${listOf(theirs)}`))
      : told.length > 1
        ? [paragraph(listOf(told))]
        : [];
  return {
    subject: `${by} shared ${what} with ${whom}`,
    preheader: 'Find it under Shared with me.',
    heading: `${by} shared ${what} with ${whom}`,
    blocks: [...lists, { kind: 'button', label: 'Open in Sheaf', url }],
    footer: `You received this email because ${by} shared something with ${whom} on Sheaf. You can change this in Settings, under Notifications.`,
  };
}

interface Shared {
  id: string;
  kind: string;
}

/** The link in an email: opens a folder, shows a document, or lists shared documents if there are several. */
export function linkTo(publicUrl: string, organizationId: string, [first, ...others]: readonly Shared[]): string {
  const place =
    !first || others.length > 0
      ? 'owner=shared'
      : first.kind === 'folder'
        ? `parent_id=${first.id}`
        : `owner=shared&preview=${first.id}`;
  return `${publicUrl}/directory?org=${organizationId}&${place}`;
}
