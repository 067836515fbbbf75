import type { TestPerson } from '../../../testing/people.ts';

/** An edit at a cloud; `pick` and `into` choose among existing items. */
export interface Edit {
  what: 'add' | 'add folder' | 'write' | 'rename' | 'move' | 'remove' | 'trash' | 'restore';
  pick: number;
  into: number;
  name: string;
  content: number;
}

/** An item in the cloud, as it must be in the database; with `id` if the source has stable ones. */
export interface Item {
  id: string | null;
  path: string;
  kind: 'file' | 'folder';
  size: number | null;
  sha256: string | null;
}

export type CloudFault =
  | { kind: 'status'; status: number; retryAfter?: number; reason?: string }
  | { kind: 'delay'; ms: number }
  | { kind: 'hang' | 'garbage' | 'expire-token' | 'expire-cursor' }
  | { kind: 'cut'; afterBytes: number };

/** A cloud that a test edits behind the program's back. */
export interface EditableCloud {
  connect(who: TestPerson): Promise<string>;
  clear(): Promise<void>;
  /** An edit that makes no sense, such as moving a folder into itself, changes nothing. */
  edit(edit: Edit): Promise<void>;
  items(): Promise<Item[]>;
  /** Larger files are sent in another way than smaller ones. */
  largeBytes?: number;
  /** The remains of unfinished uploads, if they are visible. */
  unfinished?(): Promise<string[]>;
  /** Fails the nth call from now, and the following ones up to `times`. */
  fail(fault: { nth: number; times: number; action: CloudFault }): void;
  clearFaults(): void;
  /** For clouds without HTTP: called before each call; a program that is dead by then doesn't make it. */
  watch?(look: ((nth: number) => Promise<'alive' | 'dead'>) | null): void;
}

/** Few contents, so that files change back and share bytes; the last is too large to be held in memory. */
const contents = ['', 'one', 'two', 'three', 'x'.repeat(70_000), 'big'.repeat(400_000)];
export const textOf = ({ content }: Edit): string => contents[content % contents.length]!;

export const choose = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
