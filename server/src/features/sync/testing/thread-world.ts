import type { TestPerson } from '../../../testing/people.ts';

/** What others do to messages; `pick` chooses among what is there. A world leaves out what its source doesn't have. */
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
  /** Names of what is attached to it. */
  files: string[];
}

/** An account with chats or mail that a test edits behind the program's back. */
export interface ThreadWorld<Fault> {
  edits: readonly ThreadEdit['what'][];
  faults: readonly Fault[];
  connect(who: TestPerson): Promise<string>;
  /** Without messages again, and as odd as the seed makes the source. */
  clear(seed: string): Promise<void>;
  /** How many undisturbed updates it may take until everything is found; 1 unless given. */
  updates?: number;
  /** One that makes no sense, such as an answer where there are no messages, changes nothing. */
  edit(edit: ThreadEdit): Promise<void>;
  messages(): Promise<ExpectedMessage[]>;
  /** At the nth call from now on. */
  fail(fault: { nth: number; action: Fault }): void;
  clearFaults(): void;
  /** Of sources without HTTP: sees each call before it is sent. */
  watch?(look: ((nth: number) => Promise<void>) | null): void;
}
