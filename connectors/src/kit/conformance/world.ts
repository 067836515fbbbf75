import type { AccountContext } from '../connector.ts';
import type { RemoteItem } from '../session.ts';

/** Names from the top of the account down; a name may contain any character its source allows, even a slash. */
export type Path = readonly string[];

/** One account of a source, and another client that works in it. */
export interface ConformanceWorld {
  account: AccountContext;
  /** Another client of the account, which changes the source without the connector. */
  outside: Outside;
  /** True if the source lets clients set a file’s modification time. */
  keepsModifiedAt: boolean;
  /**
   * True if deletions can’t be conditional, so that anything written between the last check and the deletion is lost.
   */
  deletesBlindly?: boolean;
  /** Creates an item without bytes of its own, for a source that offers `files.export`; returns its path. */
  addNative?(folder: Path): Promise<Path>;
  /** Present if the source can be made to fail. */
  failing?: Failing;
  stop(): Promise<void>;
}

export interface Outside {
  /** Creates the file or replaces its bytes; its folder exists. */
  write(path: Path, bytes: Uint8Array): Promise<void>;
  /** Creates a folder; its parent exists, the folder doesn’t. */
  mkdir(path: Path): Promise<void>;
  /** Renames, moves, or both at once. */
  move(from: Path, to: Path): Promise<void>;
  /** Removes a folder with everything below it. */
  remove(path: Path): Promise<void>;
  /** Everything at and below an existing folder, except the folder itself and the trash. */
  list(folder: Path): Promise<readonly Held[]>;
}

export interface Held {
  path: Path;
  kind: RemoteItem['kind'];
  /** Only for files. */
  bytes?: Uint8Array;
}

/** Makes the source fail in its own way. A `*` in a path stands for one segment of it. */
interface Failing {
  fail(fault: Fault): void;
  clearFaults(): void;
  /** The number of calls so far whose “METHOD /path” starts with the prefix. */
  calls(of: { prefix: string }): number;
  /**
   * The paths of calls: those of a listing, of a folder and of everything, of which the nth fails; the download of
   * bytes; and the POSTs that create something.
   */
  paths: Record<'list' | 'listAll' | 'download' | 'mkdir' | 'copy', string>;
}

export interface Fault {
  method: 'GET' | 'POST';
  path: string;
  /** Which of the matching calls fails, counted from now; 1 by default. */
  nth?: number;
  action: FaultAction;
}

export type FaultAction =
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'garbage' | 'expire-token' };
