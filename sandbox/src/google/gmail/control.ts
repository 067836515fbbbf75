import { EndlessContent, StoredContent } from '../../shared/content/content.ts';
import { writeLetter } from '../../shared/mail/letter.ts';
import type { Person } from '../../shared/people.ts';
import type { Mail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';
import { friendly, type Oddities, oddMailbox } from './oddities.ts';
import type { Push } from './push.ts';
import type { Quota } from './quota.ts';
import { addManyMails } from './seed-mailbox.ts';

type In = { person: Person['key'] };
type Of = In & { id: string };

/** A mail for somebody's mailbox; by default one that Dana wrote just now and nobody has read. */
export interface GivenMail {
  from?: string;
  to?: string[];
  subject: string;
  text?: string;
  html?: string;
  /** The id of a mail in the same mailbox. */
  answers?: string;
  labelIds?: string[];
  at?: number;
  /** Bytes as base64, or only their number. */
  files?: { name: string; mimeType: string; base64?: string; size?: number; contentId?: string }[];
}

/** What tests can do to mailboxes; part of the control calls of the Google sandbox. */
export function makeMailControl(world: { mailboxes: ReadonlyMap<Person['key'], Mailbox>; quota: Quota; push: Push }) {
  const box = ({ person }: In) => world.mailboxes.get(person)!;
  const mail = (of: Of) => box(of).get(of.id);
  const messageIdOf = ({ letter }: Mail) =>
    letter()
      .headers.find(({ name }) => name === 'Message-ID')!
      .value.slice(1, -1);
  let made = 0;
  return {
    addLabel: ({ person, name }: In & { name: string }) => box({ person }).addLabel(name).id,
    addMail: ({ person, ...given }: In & GivenMail) => {
      const mailbox = box({ person });
      const { from = 'Dana Moreau <dana@example.com>', to = [mailbox.person.email], answers, files = [] } = given;
      made += 1;
      const [at, messageId] = [given.at ?? Date.now() + made, `control-${made}@example.com`];
      const answered = answers === undefined ? undefined : mailbox.get(answers);
      const contents = files.map(({ base64, size, ...file }) => ({
        ...file,
        content:
          size === undefined
            ? new StoredContent(Buffer.from(base64 ?? '', 'base64'))
            : new EndlessContent(file.name, size),
      }));
      const references = answered ? [messageIdOf(answered)] : [];
      const written = { ...given, from, to, at, messageId, references, files: contents };
      return mailbox.add({
        letter: () => writeLetter(written),
        labelIds: given.labelIds ?? ['INBOX', 'UNREAD'],
        at,
        ...(answered && { threadId: answered.threadId }),
      }).id;
    },
    modifyMail: ({ add, remove, ...of }: Of & { add?: string[]; remove?: string[] }) =>
      box(of).modify(mail(of), { ...(add && { add }), ...(remove && { remove }) }),
    /** For good; to trash a mail, give it the label TRASH. */
    deleteMail: (of: Of) => box(of).remove(mail(of)),
    addManyMails: ({ count, ...of }: In & { count: number }) => addManyMails(box(of), count),
    /** As after some days: places in the history from before are no longer known. */
    expireHistory: (of: In) => box(of).history.forget(),
    /** Replaces all oddities of the mailbox; a seed alone chooses some, and without any it is friendly again. */
    setMailOddities: ({ person, ...given }: In & Partial<Oddities>) => {
      const isSeedOnly = given.seed !== undefined && Object.keys(given).length === 1;
      box({ person }).oddities = isSeedOnly ? oddMailbox(given.seed!) : { ...friendly, ...given };
    },
    /** Units per minute. */
    setMailQuota: ({ perUser, perProject }: { perUser?: number; perProject?: number }) => {
      if (perUser !== undefined) world.quota.perUser = perUser;
      if (perProject !== undefined) world.quota.perProject = perProject;
    },
    /** Units of quota: all that were spent, the most in any minute, and how many calls were refused. */
    mailUse: ({ person }: In) => ({ ...world.quota.use(person) }),
    subscribe: ({ topic, endpoint }: { topic: string; endpoint: string }) => world.push.subscribe(topic, endpoint),
    mails: (of: In) =>
      [...box(of).newest([], { spamAndTrash: true })].map(({ id, threadId, labelIds, at, letter }) => ({
        id,
        threadId,
        labelIds,
        at,
        subject: letter().headers.find(({ name }) => name === 'Subject')?.value ?? '',
      })),
  };
}
