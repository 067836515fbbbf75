import { OddMailbox } from '../../shared/mail/odd-mailbox.ts';
import type { Person } from '../../shared/people.ts';
import { seededId } from '../../shared/random.ts';
import { MailError } from './errors.ts';
import type { FolderChange, MailFolder, MailMessage } from './message.ts';
import { friendly, type Oddities } from './oddities.ts';

export type NewMessage = Pick<MailMessage, 'write' | 'at' | 'folderId'> &
  Partial<Pick<MailMessage, 'conversationId' | 'depth' | 'isRead' | 'isFlagged' | 'isDraft' | 'extras'>>;

/** Folders that every mailbox has, with their usual names. */
const wellKnown: readonly [wellKnownName: string, displayName: string, isHidden?: true][] = [
  ['inbox', 'Inbox'],
  ['drafts', 'Drafts'],
  ['sentitems', 'Sent Items'],
  ['archive', 'Archive'],
  ['deleteditems', 'Deleted Items'],
  ['junkemail', 'Junk Email'],
  ['outbox', 'Outbox'],
  ['conversationhistory', 'Conversation History', true],
];

/** One person’s mail: folders, messages, and a log of the changes in each folder. */
export class Mailbox extends OddMailbox<Oddities> {
  readonly person: Person;
  readonly rootId: string;
  readonly folders = new Map<string, MailFolder>();
  readonly log: FolderChange[] = [];
  /** Delta tokens of another age are refused. */
  age = 0;
  isEnabled = true;
  readonly #seed: string;
  readonly #messages = new Map<string, MailMessage>();
  #made = 0;

  constructor(person: Person, seed: string) {
    super(friendly);
    this.person = person;
    this.#seed = `${seed}/${person.key}/mail`;
    this.rootId = `AQMkAD${seededId(`${this.#seed}/root`, 40)}AAA=`;
    for (const [wellKnownName, displayName, isHidden = false] of wellKnown)
      this.addFolder({ displayName, wellKnownName, isHidden });
  }

  addFolder(folder: Partial<MailFolder> & { displayName: string }): MailFolder {
    const id = `AQMkAD${seededId(`${this.#seed}/folder ${this.folders.size}`, 40)}AAA=`;
    const usual = { parentId: this.rootId, wellKnownName: null, isHidden: false, isSearch: false };
    const made = { ...usual, ...folder, id };
    this.folders.set(id, made);
    return made;
  }

  /** Finds a folder by its id or its well-known name. */
  folder(key: string): MailFolder {
    const found = this.folders.get(key) ?? [...this.folders.values()].find((one) => one.wellKnownName === key);
    if (found) return found;
    // These are well-known names that this mailbox doesn’t have.
    if (/^[a-z]+$/.test(key) || isId(key)) throw new MailError('ErrorItemNotFound');
    throw new MailError('ErrorInvalidIdMalformed');
  }

  childrenOf(parentId: string): MailFolder[] {
    return [...this.folders.values()].filter((folder) => folder.parentId === parentId);
  }

  add(given: NewMessage, { isOld = false } = {}): MailMessage {
    this.#made += 1;
    const name = `${this.#seed}/message ${this.#made}`;
    const message: MailMessage = {
      conversationId: `AAQkAD${seededId(`${name}/conversation`, 40)}=`,
      depth: 0,
      isRead: false,
      isFlagged: false,
      isDraft: false,
      extras: [],
      version: 1,
      ...given,
      id: `AAkALg${seededId(name, 60)}A=`,
    };
    this.#messages.set(message.id, message);
    if (!isOld) this.#note(message, 'changed');
    return message;
  }

  /** Finds a message by its immutable id, or by the id in its folder. */
  message(id: string): MailMessage {
    const found = this.#messages.get(id) ?? [...this.#messages.values()].find((one) => usualId(one) === id);
    if (found) return found;
    throw new MailError(isId(id) ? 'ErrorItemNotFound' : 'ErrorInvalidIdMalformed');
  }

  find(id: string): MailMessage | undefined {
    return this.#messages.get(id);
  }

  get messages(): Iterable<MailMessage> {
    return this.#messages.values();
  }

  mark(message: MailMessage, marks: { isRead?: boolean; isFlagged?: boolean }): void {
    const isReadOnly = marks.isFlagged === undefined;
    Object.assign(message, marks);
    this.#note(message, isReadOnly ? 'read' : 'changed');
  }

  /** Moves to Deleted Items, like people’s deletions. */
  move(message: MailMessage, folderId: string): void {
    this.#note(message, 'removed');
    message.folderId = folderId;
    this.#note(message, 'changed');
  }

  /** Deletes for good. */
  remove(message: MailMessage): void {
    this.#messages.delete(message.id);
    this.#note(message, 'removed');
  }

  removeFolder({ id }: MailFolder): void {
    for (const message of this.#messages.values()) if (message.folderId === id) this.#messages.delete(message.id);
    this.folders.delete(id);
  }

  #note(message: MailMessage, kind: FolderChange['kind']): void {
    message.version += 1;
    this.log.push({ folderId: message.folderId, messageId: message.id, kind });
  }
}

const isId = (key: string) => /^A[AQ][\w-]{10,}=*$/.test(key);

/** The id without the preference for immutable ones, which differs by folder. */
export const usualId = ({ id, folderId }: MailMessage): string => `AAMkAD${seededId(`${id}/${folderId}`, 60)}A=`;
