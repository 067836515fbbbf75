import { paragraphs, title } from '../../shared/content/prose.ts';
import { addresses, type Conversation, type Note } from '../../shared/mail/conversation.ts';
import { writeLetter } from '../../shared/mail/letter.ts';
import { studioMail } from '../../shared/mail/studio-mail.ts';
import { people } from '../../shared/people.ts';
import { Random } from '../../shared/random.ts';
import type { Mailbox } from './mailbox.ts';

const labelNames = ['Clients', 'Projects/Harbour', 'Projects/Atelier', 'Receipts'];

/** The initial mail of an account: the studio’s conversations in which the person takes part. */
export function seedMailbox(mailbox: Mailbox): void {
  const labels = new Map(labelNames.map((name) => [name, mailbox.addLabel(name).id]));
  const threads = new Map<Conversation, string>();
  for (const { conversation, note, at, isMine, write } of studioMail(mailbox.person)) {
    const threadId = threads.get(conversation);
    const mail = mailbox.add({
      letter: () => writeLetter(write()),
      labelIds: labelsOf(conversation, note, { isMine, labels }),
      at,
      isOld: true,
      ...(threadId !== undefined && { threadId }),
    });
    threads.set(conversation, mail.threadId);
  }
}

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

/**
 * Many mails that need little memory, because each is generated when it is read. Every five mails start a new thread.
 */
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
