import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Selection } from '../../../ui/tree/tree-rows.ts';
import { type Choosable, chosenQuery } from '../api/places.ts';
import type { Place } from '../places.ts';
import { documentsOf, idsOf, type TransferSearch } from '../transfer-search.ts';
import { draftOf, type StepNumber } from './draft.ts';

export type OnSearch = (search: TransferSearch, how: { replace: boolean }) => void;

const nothing: Selection<Choosable> = new Map();

/**
 * The draft in the address, with functions to change it. Documents that don’t fit in the address are kept in memory.
 */
export function useDraft(search: TransferSearch, places: readonly Place[], onSearch: OnSearch) {
  const ids = idsOf(search);
  const [picked, setPicked] = useState<Selection<Choosable>>();
  const given = useQuery({ ...chosenQuery(ids), enabled: picked === undefined && ids.length > 0 });
  const found = given.data ? new Map(given.data.map((node) => [node.id, node])) : nothing;
  const chosen = picked ?? found;
  const draft = draftOf(search, places, chosen);

  const say = (next: TransferSearch, replace: boolean) =>
    onSearch({ ...search, from: draft.from?.id ?? search.from, ...next }, { replace });
  return {
    draft,
    isLoading: given.isLoading,
    /** The number of documents in the address that no longer exist. */
    lost: picked === undefined && given.data ? ids.length - given.data.length : 0,
    change: (next: TransferSearch) => say(next, true),
    /** Changes the selection in the source account; documents chosen in other accounts stay chosen. */
    choose(selection: Selection<Choosable>) {
      const others = [...chosen].filter(([, { accountId }]) => accountId !== draft.from?.id);
      const next = new Map([...selection, ...others]);
      setPicked(next);
      say({ documents: documentsOf([...next.keys()]) }, true);
    },
    goTo: (step: StepNumber) => say({ step: step === 1 ? undefined : step }, false),
  };
}
