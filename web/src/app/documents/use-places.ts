import { uploadsSource } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PalettePlace } from '../../features/search/palette/places.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { accountLine, accountTitle } from '../../lib/format/account-title.ts';
import { placeNames } from '../../ui/documents/places.ts';

const forEveryone: readonly PalettePlace[] = [
  { place: 'shared', name: placeNames.shared },
  { place: 'recent', name: placeNames.recent },
  { place: 'starred', name: placeNames.starred },
  { place: 'trash', name: placeNames.trash },
];
const myFiles: PalettePlace = { place: 'my-files', name: placeNames['my-files'], slug: uploadsSource };

/** The places of the sidebar, for the palette. Guests have no accounts. */
export function usePlaces(hasAccounts: boolean): readonly PalettePlace[] {
  const { data: accounts } = useQuery({ ...accountsQuery(), enabled: hasAccounts });
  return useMemo(() => {
    if (!hasAccounts) return forEveryone;
    const connected = (accounts ?? []).map((account): PalettePlace => {
      const { id, slug, source } = account;
      return { place: id, name: accountTitle(account, source), detail: accountLine(account, source), slug };
    });
    return [myFiles, ...connected, ...forEveryone];
  }, [hasAccounts, accounts]);
}
