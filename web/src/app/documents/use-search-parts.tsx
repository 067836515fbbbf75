import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SearchParts } from '../../features/documents/query/search-parts.ts';
import { rememberSearch } from '../../features/search/api/suggestions.ts';
import { ScopeChips } from '../../features/search/box/scope-chips.tsx';
import { SearchActions } from '../../features/search/saved/search-actions.tsx';
import { useSearchScopes } from './use-search-scopes.ts';

/** The search features of a list of documents: scopes, actions and history. */
export function useSearchParts(): SearchParts {
  const client = useQueryClient();
  return useMemo(
    () => ({
      renderActions: (props) => (
        <>
          <Scopes />
          <SearchActions {...props} />
        </>
      ),
      onUsed: (q) => void rememberSearch(client, q),
    }),
    [client],
  );
}

function Scopes() {
  return <ScopeChips {...useSearchScopes()} />;
}
