import { MadeContent } from '../../shared/content/content.ts';
import { type FileTypeName, fileTypes } from '../../shared/content/file-types.ts';
import { paragraphs, title } from '../../shared/content/prose.ts';
import { people } from '../../shared/people.ts';
import { Random } from '../../shared/random.ts';
import { addresses, type Conversation, type Note } from './conversation.ts';
import { writeLetter } from './letter.ts';
import { conversations } from './letters/index.ts';
import type { Mailbox } from './mailbox.ts';

const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
const labelNames = ['Clients', 'Projects/Harbour', 'Projects/Atelier', 'Receipts'];

/** The initial mail of an account: of the studio's conversations, those that the person takes part in. */
export function seedMailbox(mailbox: Mailbox): void {
  const labels = new Map(labelNames.map((name) => [name, mailbox.addLabel(name).id]));
  const dated = conversations.flatMap((conversation, number) =>
    conversation.notes.map((note, index) => ({ conversation, note, number, index, at: timeOf(note) })),
  );
  const threads = new Map<Conversation, string>();
  for (const { conversation, note, number, index, at } of dated.sort((a, b) => a.at - b.at)) {
    const me = mailbox.person.key;
    const isMine = note.from === me;
    if (note.isDraft ? !isMine : !isMine && ![...note.to, ...(note.cc ?? [])].includes(me)) continue;
    const threadId = threads.get(conversation);
    const mail = mailbox.add({
      letter: () => letterOf(conversation, note, number, index),
      labelIds: labelsOf(conversation, note, { isMine, labels }),
      at,
      isOld: true,
      ...(threadId !== undefined && { threadId }),
    });
    threads.set(conversation, mail.threadId);
  }
}

const timeOf = ({ day, hour }: Note) => FIRST_DAY + day * DAY + Math.round(hour * 3_600_000);

function labelsOf(
  { label, box = 'INBOX' }: Conversation,
  { from, isUnread, isStarred, isDraft }: Note,
  { isMine, labels }: { isMine: boolean; labels: ReadonlyMap<string, string> },
): string[] {
  if (isDraft) return ['DRAFT'];
  const isFromOutside = !people.some(({ key }) => key === from);
  const marks = [isUnread && !isMine && 'UNREAD', isStarred && !isMine && 'STARRED'];
  const place = isMine ? ['SENT'] : box === 'archive' ? [] : [box];
  const category = isMine || box === 'SPAM' ? [] : [isFromOutside ? 'CATEGORY_UPDATES' : 'CATEGORY_PERSONAL'];
  return [...place, ...marks.filter((mark) => mark !== false && mark !== undefined), ...category].concat(
    label && box !== 'SPAM' && box !== 'TRASH' ? labels.get(label)! : [],
  );
}

function letterOf({ subject, notes }: Conversation, note: Note, number: number, index: number) {
  const idOf = (at: number) => `studio-${number}-${at}@example.com`;
  const files = (note.files ?? []).map(({ name, contentId }) => {
    const extension = name.slice(name.lastIndexOf('.') + 1) as FileTypeName;
    const { mimeType, make } = fileTypes[extension];
    return { name, mimeType, content: new MadeContent(() => make(`mail/${name}`)), ...(contentId && { contentId }) };
  });
  return writeLetter({
    from: addresses[note.from],
    to: note.to.map((key) => addresses[key]),
    cc: (note.cc ?? []).map((key) => addresses[key]),
    subject: index === 0 ? subject : `Re: ${subject}`,
    at: timeOf(note),
    text: note.text,
    ...(note.html !== undefined && { html: note.html }),
    files,
    messageId: idOf(index),
    references: notes.slice(0, index).map((_, before) => idOf(before)),
  });
}

/** Many mails that need little memory: each is written when it is read. A new thread every five mails. */
export function addManyMails(mailbox: Mailbox, count: number): void {
  const kinds: readonly (readonly string[])[] = [
    ['INBOX', 'CATEGORY_PERSONAL'],
    ['INBOX', 'UNREAD', 'CATEGORY_UPDATES'],
    ['SENT'],
    ['INBOX', mailbox.addLabel(`Many (${count})`).id],
    ['CATEGORY_PERSONAL'],
  ];
  const from = addresses.dana;
  const to = [mailbox.person.email];
  let threadId: string | undefined;
  for (let number = 0; number < count; number++) {
    const at = Date.UTC(2015, 0, 1) + number * 60_000;
    if (number % 5 === 0) threadId = undefined;
    const letter = () => {
      const random = new Random(`many ${number}`);
      const subject = `${title(new Random(`many ${number - (number % 5)}`))} ${Math.floor(number / 5)}`;
      const text = `Mail ${number}\n\n${paragraphs(random, 3).join('\n\n')}\n`;
      const html = `<div>${text.replaceAll('\n\n', '</div><div>')}</div>`;
      return writeLetter({ from, to, at, subject, text, html, messageId: `many-${number}@example.com` });
    };
    const labelIds = kinds[number % kinds.length]!;
    const mail = mailbox.add({ letter, labelIds, at, isOld: true, ...(threadId !== undefined && { threadId }) });
    threadId ??= mail.threadId;
  }
}
