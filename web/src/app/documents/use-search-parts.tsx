import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SearchParts } from '../../features/documents/search-parts.ts';
import { rememberSearch } from '../../features/search/api/suggestions.ts';
import { SearchBox } from '../../features/search/box/search-box.tsx';
import { SearchActions } from '../../features/search/saved/search-actions.tsx';

/** The search box and what belongs to it, for a list of documents. */
export function useSearchParts(): SearchParts {
  const client = useQueryClient();
  return useMemo(
    () => ({
      renderBox: (props) => <SearchBox {...props} />,
      renderActions: (props) => <SearchActions {...props} />,
      onUsed: (q) => void rememberSearch(client, q),
    }),
    [client],
  );
}
