import { StoredContent } from '../../shared/content/content.ts';
import { type GivenMail, mailWriter } from '../../shared/mail/given-mail.ts';
import type { Person } from '../../shared/people.ts';
import type { Mail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';
import type { Extra } from './message.ts';
import { chosen, type Oddities } from './oddities.ts';
import { addManyMessages } from './seed.ts';

type In = { person: Person['key'] };
type Of = In & { id: string };

interface Delivered extends GivenMail {
  /** The folder’s id or well-known name; the inbox by default. */
  folder?: string;
  /** An item attached to the mail: a mail or event, or a link to a file. */
  extras?: { kind: Extra['kind']; name: string; text?: string }[];
}

/** The control calls for mailboxes; part of those of the Graph sandbox. */
export function makeMailControl(mail: Mail) {
  const box = ({ person }: In): Mailbox => mail.boxOf(person);
  const message = (of: Of) => box(of).message(of.id);
  const write = mailWriter(1000);
  return {
    /** Returns the message’s id. */
    addMailFolder: ({ parent, displayName, isHidden = false, ...of }: In & NewFolder) =>
      box(of).addFolder({ displayName, isHidden, ...(parent !== undefined && { parentId: box(of).folder(parent).id }) })
        .id,
    removeMailFolder: ({ folder, ...of }: In & { folder: string }) => box(of).removeFolder(box(of).folder(folder)),
    deliverMail: ({ person, folder = 'inbox', extras = [], ...given }: In & Delivered): string => {
      const mailbox = box({ person });
      const answered = given.answers === undefined ? undefined : mailbox.message(given.answers);
      const written = write(given, mailbox);
      return mailbox.add({
        write: () => written,
        at: written.at,
        folderId: mailbox.folder(folder).id,
        extras: extras.map(extraOf),
        ...(answered && { conversationId: answered.conversationId, depth: answered.depth + 1 }),
      }).id;
    },
    addManyMessages: ({ folder, count, ...of }: In & { folder: string; count: number }) =>
      addManyMessages(box(of), box(of).folder(folder).id, count),
    moveMail: ({ folder, ...of }: Of & { folder: string }) => box(of).move(message(of), box(of).folder(folder).id),
    /** Deletes for good; people’s deletions move to `deleteditems`. */
    deleteMail: (of: Of) => box(of).remove(message(of)),
    markMail: ({ isRead, isFlagged, ...of }: Of & { isRead?: boolean; isFlagged?: boolean }) =>
      box(of).mark(message(of), {
        ...(isRead !== undefined && { isRead }),
        ...(isFlagged !== undefined && { isFlagged }),
      }),
    /** Every delta token of the mailbox issued so far is answered with 410. */
    expireMailDelta: (of: In) => {
      box(of).age += 1;
    },
    /** Replaces all oddities of the mailbox; a seed alone chooses some, and giving none resets them. */
    setMailOddities: ({ person, ...given }: In & Partial<Oddities>) => {
      box({ person }).oddities = chosen(given);
    },
    /** Removes the mailbox, as for an account without a license for mail. */
    setMailEnabled: ({ isEnabled, ...of }: In & { isEnabled: boolean }) => {
      box(of).isEnabled = isEnabled;
    },
    /** The peak of concurrent requests so far, and how many were refused for exceeding the limit. */
    mailUse: ({ person }: In) => ({ ...mail.use(person) }),
    mailFolders: (of: In) =>
      [...box(of).folders.values()].map(({ id, parentId, displayName }) => ({ id, parentId, displayName })),
    mails: (of: In) =>
      [...box(of).messages].map(({ id, conversationId, folderId, isRead, isFlagged, write }) => ({
        id,
        conversationId,
        folderId,
        folder: box(of).folder(folderId).displayName,
        isRead,
        isFlagged,
        subject: write().subject,
      })),
  };
}

type NewFolder = { displayName: string; parent?: string; isHidden?: boolean };

function extraOf({ kind, name, text = '' }: { kind: Extra['kind']; name: string; text?: string }): Extra {
  if (kind === 'reference') return { kind, name, mimeType: 'application/octet-stream' };
  return { kind, name, content: new StoredContent(Buffer.from(text)) };
}
