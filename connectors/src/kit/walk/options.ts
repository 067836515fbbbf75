import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem } from '../session.ts';

/** The direct children of a folder. */
export interface Listed {
  items: readonly RemoteItem[];
  failures?: Batch<RemoteItem>['failures'];
}

export interface WalkOptions {
  /** Folders to start at. A root given as an item is reported too, and skipped where `known` has its revision. */
  roots: readonly (RemoteId | RemoteItem)[];
  /** Lists one folder completely. The signal also aborts when the walk is abandoned. */
  list(folder: RemoteId, signal: AbortSignal): Promise<Listed>;
  /** How many folders to list at once; read repeatedly. */
  parallel(): number;
  from: Checkpoint | null;
  signal: AbortSignal;
  /** Only for sources where a folder's revision changes with anything below it. */
  known?: EnumerateOptions['known'];
  batchSize?: number;
}
