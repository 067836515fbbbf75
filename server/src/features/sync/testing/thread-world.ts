import type { TestPerson } from '../../../testing/people.ts';

/**
 * An edit of messages by others; `pick` chooses among existing ones. A world leaves out what its source doesn't support.
 */
export interface ThreadEdit {
  what:
    | 'post'
    | 'post with a file'
    | 'answer'
    | 'edit'
    | 'move'
    | 'copy'
    | 'read'
    | 'star'
    | 'trash'
    | 'restore'
    | 'remove'
    | 'draft'
    | 'leave'
    | 'rename a channel'
    | 'number anew';
  pick: number;
}

/** A message as it must be in the database. */
export interface ExpectedMessage {
  id: string;
  thread: string;
  channels: string[];
  unread: boolean;
  flagged: boolean;
  text: string;
  /** Names of its attachments. */
  files: string[];
}

/** An account with chats or mail that a test edits behind the program's back. */
export interface ThreadWorld<Fault> {
  edits: readonly ThreadEdit['what'][];
  faults: readonly Fault[];
  connect(who: TestPerson): Promise<string>;
  /** Removes all messages, and sets the oddities of the source by the seed. */
  clear(seed: string): Promise<void>;
  /** How many undisturbed updates it may take until everything is found; 1 by default. */
  updates?: number;
  /** An edit that makes no sense, such as a reply without messages, changes nothing. */
  edit(edit: ThreadEdit): Promise<void>;
  messages(): Promise<ExpectedMessage[]>;
  /** Fails the nth call from now. */
  fail(fault: { nth: number; action: Fault }): void;
  clearFaults(): void;
  /** For sources without HTTP: called before each call is sent. */
  watch?(look: ((nth: number) => Promise<void>) | null): void;
}
