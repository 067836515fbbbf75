import { limits } from '@sheaf/contract';
import type { Selection } from '../../../ui/tree/tree-rows.ts';
import type { Choosable } from '../api/places.ts';
import type { NewTransfer } from '../api/transfers.ts';
import { listOf, type WholeList } from '../list-in-address.ts';
import type { Place } from '../places.ts';
import type { TransferSearch } from '../transfer-search.ts';

export type StepNumber = 1 | 2 | 3;

/** A transfer that is being prepared. */
export interface Draft {
  step: StepNumber;
  from: Place | undefined;
  all: 'everything' | 'synced' | null;
  /** Every document of a list in the source account. */
  list: WholeList | null;
  /** The chosen documents in the source account. */
  chosen: Selection<Choosable>;
  /** The number of documents chosen in other accounts, which are not transferred. */
  elsewhere: number;
  to: Place | undefined;
  folder: { id: string; name: string } | null;
  mode: 'copy' | 'move';
  same: 'rename' | 'skip' | 'replace';
  repeat: 'hourly' | 'daily' | null;
}

/** Builds the draft from the address, the accounts and the chosen documents. */
export function draftOf(search: TransferSearch, places: readonly Place[], chosen: Selection<Choosable>): Draft {
  const first = chosen.values().next().value;
  const fromId = search.from ?? first?.accountId;
  const from = places.find(({ id, cannotGive }) => id === fromId && !cannotGive);
  const to = places.find(({ id, cannotTake }) => id === search.to && id !== from?.id && !cannotTake);
  const all = search.all ? (search.all === 'synced' && from?.syncedFolders !== null ? 'synced' : 'everything') : null;
  const here = new Map([...chosen].filter(([, { accountId }]) => accountId === from?.id));
  const draft: Omit<Draft, 'step'> = {
    from,
    all,
    list: all ? null : listOf(search),
    chosen: here,
    elsewhere: all ? 0 : chosen.size - here.size,
    to,
    folder: to && search.folder ? { id: search.folder, name: search.folder_name ?? '' } : null,
    mode: search.mode ?? 'copy',
    same: search.same ?? 'rename',
    repeat: search.repeat ?? null,
  };
  return { ...draft, step: Math.min(search.step ?? 1, furthestStep(draft)) as StepNumber };
}

/** The furthest step for which everything before is filled in. */
function furthestStep(draft: Omit<Draft, 'step'>): StepNumber {
  if (fromObstacle(draft) !== null) return 1;
  return draft.to ? 3 : 2;
}

/** The obstacle to choosing a destination; null if there is none. */
export function fromObstacle({
  from,
  all,
  list,
  chosen,
}: Pick<Draft, 'from' | 'all' | 'list' | 'chosen'>): string | null {
  if (!from) return 'Choose an account.';
  if (all || list) return null;
  if (chosen.size === 0) return 'Choose at least one file or folder.';
  return chosen.size > limits.documentsAtOnce
    ? `You can choose up to ${limits.documentsAtOnce} items. Choose their folders instead.`
    : null;
}

export function requestOf(draft: Draft): NewTransfer | undefined {
  const { from, to, all, list, chosen, folder, mode, same, repeat } = draft;
  if (!from || !to) return undefined;
  return {
    from_account_id: from.id,
    to_account_id: to.id,
    selection_type: all === null ? 'selected' : all === 'synced' ? 'synced' : 'all',
    document_ids: all || list ? [] : [...chosen.keys()],
    ...(list && { list: list.filters }),
    mode,
    to_folder_id: folder?.id ?? null,
    on_conflict: same,
    repeat,
  };
}
