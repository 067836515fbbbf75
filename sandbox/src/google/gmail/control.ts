import { type GivenMail, mailWriter } from '../../shared/mail/given-mail.ts';
import { writeLetter } from '../../shared/mail/letter.ts';
import type { Person } from '../../shared/people.ts';
import type { Mail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';
import { chosen, type Oddities } from './oddities.ts';
import type { Push } from './push.ts';
import type { Quota } from './quota.ts';
import { addManyMails } from './seed-mailbox.ts';

type In = { person: Person['key'] };
type Of = In & { id: string };

/** The control calls for mailboxes; part of those of the Google sandbox. */
export function makeMailControl(world: { mailboxes: ReadonlyMap<Person['key'], Mailbox>; quota: Quota; push: Push }) {
  const box = ({ person }: In) => world.mailboxes.get(person)!;
  const mail = (of: Of) => box(of).get(of.id);
  const messageIdOf = ({ letter }: Mail) =>
    letter()
      .headers.find(({ name }) => name === 'Message-ID')!
      .value.slice(1, -1);
  const write = mailWriter(1);
  return {
    addLabel: ({ person, name }: In & { name: string }) => box({ person }).addLabel(name).id,
    addMail: ({ person, labelIds = ['INBOX', 'UNREAD'], ...given }: In & GivenMail & { labelIds?: string[] }) => {
      const mailbox = box({ person });
      const answered = given.answers === undefined ? undefined : mailbox.get(given.answers);
      const written = { ...write(given, mailbox), references: answered ? [messageIdOf(answered)] : [] };
      return mailbox.add({
        letter: () => writeLetter(written),
        labelIds,
        at: written.at,
        ...(answered && { threadId: answered.threadId }),
      }).id;
    },
    modifyMail: ({ add, remove, ...of }: Of & { add?: string[]; remove?: string[] }) =>
      box(of).modify(mail(of), { ...(add && { add }), ...(remove && { remove }) }),
    /** Deletes for good; to trash a mail, give it the label TRASH. */
    deleteMail: (of: Of) => box(of).remove(mail(of)),
    addManyMails: ({ count, ...of }: In & { count: number }) => addManyMails(box(of), count),
    /** Expires earlier history positions, as after some days. */
    expireHistory: (of: In) => box(of).history.expire(),
    /** Replaces all oddities of the mailbox; a seed alone chooses some, and giving none resets them. */
    setMailOddities: ({ person, ...given }: In & Partial<Oddities>) => {
      box({ person }).oddities = chosen(given);
    },
    /** Units per minute. */
    setMailQuota: ({ perUser, perProject }: { perUser?: number; perProject?: number }) => {
      if (perUser !== undefined) world.quota.perUser = perUser;
      if (perProject !== undefined) world.quota.perProject = perProject;
    },
    /** Units of quota: the total, the peak of any minute, and the number of refused calls. */
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
