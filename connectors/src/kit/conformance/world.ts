import type { AccountContext } from '../connector.ts';
import type { RemoteItem } from '../session.ts';

/** Names from the top of the account down; a name may contain any character its source allows, even a slash. */
export type Path = readonly string[];

/** One account of a source, and another client that works in it. */
export interface ConformanceWorld {
  account: AccountContext;
  /** Another client of the same account: changes the source without the connector. */
  outside: Outside;
  /** True where the source lets a client say when a file was last changed. */
  keepsModifiedAt: boolean;
  /** True where a deletion takes no condition, so that what is written between the last look and it is lost. */
  deletesBlindly?: boolean;
  /** Makes an item without bytes of its own, for a source that offers `files.export`; answers with its path. */
  addNative?(folder: Path): Promise<Path>;
  /** Where the source can be made to fail. */
  failing?: Failing;
  stop(): Promise<void>;
}

export interface Outside {
  /** Creates the file or replaces its bytes; its folder exists. */
  write(path: Path, bytes: Uint8Array): Promise<void>;
  /** Its parent exists, it does not. */
  mkdir(path: Path): Promise<void>;
  /** A rename, a move, or both at once. */
  move(from: Path, to: Path): Promise<void>;
  /** Removes a folder with everything below it. */
  remove(path: Path): Promise<void>;
  /** What the source holds at and below a folder that exists, the folder itself left out; trash is not part of it. */
  list(folder: Path): Promise<readonly Held[]>;
}

export interface Held {
  path: Path;
  kind: RemoteItem['kind'];
  /** For files only. */
  bytes?: Uint8Array;
}

/** How a world makes its source fail, in the source's own words. A `*` in a path stands for one segment of it. */
interface Failing {
  fail(fault: Fault): void;
  clearFaults(): void;
  /** The number of calls so far whose "METHOD /path" begins with this. */
  calls(of: { prefix: string }): number;
  /**
   * Calls of a listing, of a folder and of everything, of which the nth fails; the call that brings bytes; and the POSTs
   * that make something.
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
