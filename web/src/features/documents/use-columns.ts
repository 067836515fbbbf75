import type { Document } from '@sheaf/contract';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { storageKeys } from '../../lib/session/storage-keys.ts';
import { type Column, type ColumnChoice, readChoice, shownColumns, writeChoice } from './columns.ts';

/** The columns to show for these documents, and how to change them; the browser remembers the choice. */
export function useColumns(documents: readonly Document[], flat: boolean) {
  const [choice, setChoice] = useState(() => readChoice(localStorage.getItem(storageKeys.columns)));
  const { id } = useParams({ strict: false }) as { id?: string };
  const found = shownColumns(documents, { flat, of: id }, choice).join(' ');
  // The same list as before, as long as its columns are: every row depends on it.
  const shown = useMemo(() => found.split(' ').filter(Boolean) as Column[], [found]);
  const choose = (next: ColumnChoice) => {
    localStorage.setItem(storageKeys.columns, writeChoice(next));
    setChoice(next);
  };
  return {
    shown,
    isChosen: Object.keys(choice).length > 0,
    toggle: (column: Column) => choose({ ...choice, [column]: !shown.includes(column) }),
    reset: () => choose({}),
  };
}
