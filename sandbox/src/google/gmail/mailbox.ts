import { createHash } from 'node:crypto';
import type { Letter } from '../../shared/mail/letter.ts';
import { OddMailbox } from '../../shared/mail/odd-mailbox.ts';
import type { Person } from '../../shared/people.ts';
import { GoogleError } from '../errors.ts';
import { type HistoryKind, MailHistory } from './history.ts';
import { isSpamOrTrash, type Label, type Mail, systemLabels } from './mail.ts';
import { friendly, type Oddities } from './oddities.ts';

export interface NewMail {
  letter(): Letter;
  labelIds: readonly string[];
  at: number;
  /** A mail of the thread to join; by default a thread of its own. */
  threadId?: string;
  /** True if it existed from the start, so it isn’t a change. */
  isOld?: boolean;
}

/** One person’s mail, ordered by time, with its labels and recent changes. */
export class Mailbox extends OddMailbox<Oddities> {
  readonly person: Person;
  readonly history = new MailHistory();
  readonly #seed: string;
  readonly #labels = new Map<string, Label>(systemLabels.map((label) => [label.id, label]));
  readonly #mails = new Map<string, Mail>();
  /** Oldest first; those of the same time by id. */
  readonly #byTime: Mail[] = [];
  #made = 0;
  onChange: (mailbox: Mailbox) => void = () => {};

  constructor(person: Person, seed: string) {
    super(friendly);
    this.person = person;
    this.#seed = `${seed}/${person.key}`;
  }

  get labels(): Iterable<Label> {
    return this.#labels.values();
  }

  label(id: string): Label | undefined {
    return this.#labels.get(id);
  }

  addLabel(name: string): Label {
    const label: Label = { id: `Label_${this.#labels.size + 1}`, name, type: 'user' };
    this.#labels.set(label.id, label);
    return label;
  }

  get count(): number {
    return this.#mails.size;
  }

  get(id: string): Mail {
    if (!/^[\da-f]{1,16}$/.test(id)) throw new GoogleError('invalidArgument', 'Invalid id value');
    const mail = this.#mails.get(id);
    if (!mail) throw new GoogleError('notFound', 'Requested entity was not found.');
    return mail;
  }

  add({ letter, labelIds, at, threadId, isOld = false }: NewMail): Mail {
    this.#made += 1;
    const id = `1${createHash('sha256').update(`${this.#seed}/mail ${this.#made}`).digest('hex').slice(0, 15)}`;
    const mail: Mail = { id, threadId: threadId ?? id, at, labelIds, historyId: 0, letter };
    this.#mails.set(id, mail);
    this.#byTime.splice(this.#indexOf(mail), 0, mail);
    if (isOld) mail.historyId = this.history.last;
    else this.#note(mail, 'messageAdded', labelIds);
    return mail;
  }

  modify(mail: Mail, change: { add?: readonly string[]; remove?: readonly string[] }): void {
    const added = (change.add ?? []).filter((id) => !mail.labelIds.includes(id));
    const removed = (change.remove ?? []).filter((id) => mail.labelIds.includes(id));
    mail.labelIds = [...mail.labelIds.filter((id) => !removed.includes(id)), ...added];
    if (added.length > 0) this.#note(mail, 'labelAdded', added);
    if (removed.length > 0) this.#note(mail, 'labelRemoved', removed);
  }

  /** Deletes for good; the trash is a label. */
  remove(mail: Mail): void {
    this.#mails.delete(mail.id);
    this.#byTime.splice(this.#indexOf(mail), 1);
    this.#note(mail, 'messageDeleted', []);
  }

  /** Newest first: mails with all these labels, older than a position. */
  *newest(
    labelIds: readonly string[],
    { spamAndTrash = false, before }: { spamAndTrash?: boolean; before?: Pick<Mail, 'at' | 'id'> } = {},
  ): Iterable<Mail> {
    const from = before ? this.#indexOf(before) : this.#byTime.length;
    for (let place = from - 1; place >= 0; place--) {
      const mail = this.#byTime[place]!;
      if (!labelIds.every((id) => mail.labelIds.includes(id))) continue;
      if (spamAndTrash || !isSpamOrTrash(mail)) yield mail;
    }
  }

  #note(mail: Mail, kind: HistoryKind, labelIds: readonly string[]): void {
    mail.historyId = this.history.note(kind, mail, labelIds);
    this.onChange(this);
  }

  /** The number of mails before this one; fast for a new one at the end. */
  #indexOf({ at, id }: Pick<Mail, 'at' | 'id'>): number {
    let [low, high] = [0, this.#byTime.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const mail = this.#byTime[middle]!;
      if (mail.at < at || (mail.at === at && mail.id < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
