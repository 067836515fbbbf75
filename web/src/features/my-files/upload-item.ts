import type { UploadPolicy } from '@sheaf/contract';
import type { FolderTarget } from '../../ui/documents/folder-target.ts';
import type { ChosenFile } from './chosen-files.ts';

/** The destination of uploads. */
export interface Target extends FolderTarget {
  /** The label and collection that each file gets. */
  labelId?: string;
  collectionId?: string;
}

export type UploadState =
  | 'waiting'
  | 'sending'
  /** The connection is lost; it resumes automatically. */
  | 'offline'
  /** The server is busy or has lost it; it is retried after a pause. */
  | 'retrying'
  /** The name is taken. */
  | 'asking'
  /** The server has it and sends it to the app. The page may be closed. */
  | 'arriving'
  | 'done'
  | 'skipped'
  | 'failed'
  | 'cancelled';

export interface UploadItem {
  readonly id: number;
  readonly file: File;
  readonly path: string;
  readonly target: Target;
  /** The id of the organization it was started in. */
  readonly organizationId: string | null;
  state: UploadState;
  sent: number;
  /** Bytes per second, while it is sent. */
  speed: number;
  problem?: string;
  /** Whether it failed because of a limit of the plan or a read-only workspace. */
  planProblem?: boolean;
  policy?: UploadPolicy;
  documentId?: string;
}

let count = 0;

export function newItem({ file, path }: ChosenFile, target: Target, organizationId: string | null): UploadItem {
  count += 1;
  return { id: count, file, path, target, organizationId, state: 'waiting', sent: 0, speed: 0 };
}

/** The same file, going to the same place. */
export const fingerprintOf = ({ file, path, target, organizationId }: UploadItem): string =>
  [organizationId, target.folderId ?? target.accountId, path, file.size, file.lastModified].join('|');

/** Whether it still needs the page. */
export const isOpen = ({ state }: UploadItem): boolean =>
  ['waiting', 'sending', 'offline', 'retrying', 'asking'].includes(state);

export interface Summary {
  items: readonly UploadItem[];
  /** Uploads that still need the page, except canceled ones. */
  open: number;
  total: number;
  failed: number;
  done: number;
  /** On their way from the server to an app. */
  arriving: number;
  percent: number;
  /** Bytes per second, all together. */
  speed: number;
  /** The first upload whose name is taken, and the number of others. */
  asking: UploadItem | undefined;
  othersAsking: number;
}

const order: Record<UploadState, number> = {
  asking: 0,
  failed: 1,
  sending: 2,
  offline: 2,
  retrying: 2,
  waiting: 3,
  arriving: 3,
  done: 4,
  skipped: 4,
  cancelled: 4,
};

/** Items that need attention first, then running, waiting and finished ones. */
export function summaryOf(all: readonly UploadItem[]): Summary {
  const items = [...all].sort((a, b) => order[a.state] - order[b.state] || a.id - b.id);
  const counted = all.filter(({ state }) => state !== 'cancelled');
  const asking = items.filter(({ state }) => state === 'asking');
  let [bytes, sent, speed] = [0, 0, 0];
  for (const item of counted) {
    // An empty file counts as work too.
    bytes += item.file.size + 1;
    sent += isOpen(item) ? item.sent : item.file.size + 1;
    if (item.state === 'sending') speed += item.speed;
  }
  const open = counted.filter(isOpen).length;
  return {
    items,
    open,
    total: counted.length,
    failed: counted.filter(({ state }) => state === 'failed').length,
    arriving: counted.filter(({ state }) => state === 'arriving').length,
    done: counted.filter(({ state }) => state === 'done' || state === 'skipped').length,
    percent: open === 0 ? 100 : Math.min(99, Math.floor((sent / bytes) * 100)),
    speed,
    asking: asking[0],
    othersAsking: Math.max(0, asking.length - 1),
  };
}
