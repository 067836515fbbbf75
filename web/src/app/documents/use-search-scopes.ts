import { may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { changeSearch, type DocumentSearch } from '../../features/documents/query/document-search.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import type { SearchScope, SearchScopes } from '../../features/search/box/scope-chips.tsx';
import { usePlaces } from './use-places.ts';

type ListPage = 'directory' | 'label' | 'collection';

/** Pages that list documents, by the first part of their address. */
const listPages: Readonly<Record<string, ListPage>> = {
  directory: 'directory',
  labels: 'label',
  collections: 'collection',
};

/** The current page, if it lists documents: /collections doesn’t, /collections/{id} does. */
export function useListPage(): ListPage | undefined {
  return useMatches({
    select: (matches) => {
      const [first = '', id] = (matches.at(-1)?.pathname ?? '').split('/').filter(Boolean);
      const page = listPages[first];
      return page === 'directory' || id ? page : undefined;
    },
  });
}

const everywhere: SearchScope = { value: 'all', name: 'Everywhere' };
const none: readonly SearchScope[] = [];

/** Where a search from the current page can look. The choice is in the address. */
export function useSearchScopes(): SearchScopes {
  const page = useListPage();
  const { place, in: folder, scope } = useSearch({ strict: false }) as DocumentSearch;
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const places = usePlaces(may(info.role, 'sources.own'));
  const placeName = place && (places.find((one) => one.place === place)?.name ?? 'this account');
  const options = useMemo((): readonly SearchScope[] => {
    if (page === 'label') return [{ value: undefined, name: 'With this label' }, everywhere];
    if (page === 'collection') return [{ value: undefined, name: 'In this collection' }, everywhere];
    if (page !== 'directory' || !(placeName || folder)) return none;
    return [
      ...(folder ? [{ value: undefined, name: 'In this folder' }] : []),
      ...(placeName ? [{ value: folder ? 'place' : undefined, name: `In ${placeName}` }] : []),
      everywhere,
    ];
  }, [page, placeName, folder]);
  const navigate = useNavigate();
  const onChoose = useCallback(
    (value: string | undefined) =>
      void navigate({
        to: '.',
        search: (current: DocumentSearch) => changeSearch(current, { scope: value }),
        replace: true,
      }),
    [navigate],
  );
  return useMemo(() => ({ options, chosen: scope, onChoose }), [options, scope, onChoose]);
}
