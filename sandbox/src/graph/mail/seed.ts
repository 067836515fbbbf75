import { paragraphs, title } from '../../shared/content/prose.ts';
import { addresses, type Conversation } from '../../shared/mail/conversation.ts';
import { studioMail } from '../../shared/mail/studio-mail.ts';
import { Random } from '../../shared/random.ts';
import type { Mailbox } from './mailbox.ts';

/** The initial mail of a person: the studio’s, sorted into folders as by Outlook’s rules. */
export function seedMailbox(mailbox: Mailbox): void {
  const projects = mailbox.addFolder({ displayName: 'Projects' }).id;
  const own = new Map([
    ['Clients', mailbox.addFolder({ displayName: 'Clients' }).id],
    ['Projects/Harbour', mailbox.addFolder({ displayName: 'Harbour', parentId: projects }).id],
    ['Projects/Atelier', mailbox.addFolder({ displayName: 'Atelier', parentId: projects }).id],
    ['Receipts', mailbox.addFolder({ displayName: 'Receipts' }).id],
  ]);
  mailbox.addFolder({ displayName: 'Unread Mail', isHidden: true, isSearch: true });
  const places = { INBOX: 'inbox', SPAM: 'junkemail', TRASH: 'deleteditems', archive: 'archive' } as const;
  const folderOf = ({ label, box = 'INBOX' }: Conversation) =>
    (box === 'INBOX' && label && own.get(label)) || mailbox.folder(places[box]).id;
  const threads = new Map<Conversation, { conversationId: string; depth: number }>();
  for (const { conversation, note, at, isMine, write } of studioMail(mailbox.person)) {
    const { isDraft = false, isStarred = false, isUnread = false } = note;
    const thread = threads.get(conversation);
    const message = mailbox.add(
      {
        write,
        at,
        folderId: isDraft
          ? mailbox.folder('drafts').id
          : isMine
            ? mailbox.folder('sentitems').id
            : folderOf(conversation),
        isRead: isMine || !isUnread,
        isFlagged: isStarred && !isMine,
        isDraft,
        ...(thread && { conversationId: thread.conversationId, depth: thread.depth + 1 }),
      },
      { isOld: true },
    );
    threads.set(conversation, message);
  }
}

/** Many messages in one folder, each generated when it is read. Every five start a new conversation. */
export function addManyMessages(mailbox: Mailbox, folderId: string, count: number): void {
  const [from, to] = [addresses.dana, [mailbox.person.email]];
  let conversationId: string | undefined;
  for (let number = 0; number < count; number++) {
    const at = Date.UTC(2015, 0, 1) + number * 60_000;
    if (number % 5 === 0) conversationId = undefined;
    const write = () => {
      const subject = `${title(new Random(`many ${number - (number % 5)}`))} ${Math.floor(number / 5)}`;
      const text = `Mail ${number}\n\n${paragraphs(new Random(`many ${number}`), 3).join('\n\n')}\n`;
      return { from, to, at, subject, text, messageId: `many-${number}@example.com` };
    };
    const depth = number % 5;
    const message = mailbox.add(
      { write, at, folderId, depth, ...(conversationId !== undefined && { conversationId }) },
      { isOld: true },
    );
    conversationId = message.conversationId;
  }
}
