import { storageKeys } from '../../../lib/session/storage-keys.ts';
import { useStoredFlag } from '../../../lib/session/use-stored-flag.ts';
import type { View } from '../query/document-query.ts';

/** The view in the address, else the one used last. */
export function useView(given: string | undefined): [View, (view: View) => void] {
  const [grid, setGrid] = useStoredFlag(storageKeys.grid);
  const view = given === 'grid' || given === 'list' ? given : grid ? 'grid' : 'list';
  return [view, (value) => setGrid(value === 'grid')];
}
