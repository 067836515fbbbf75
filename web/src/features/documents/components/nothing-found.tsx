import { Button, Group } from '@mantine/core';
import { parseSearch } from '@sheaf/contract';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { activeFilters, type DocumentQuery, noFilters, type Scope } from '../query/document-query.ts';
import type { DocumentSearch } from '../query/document-search.ts';

interface NothingFoundProps {
  search: DocumentSearch;
  query: DocumentQuery;
  scope: Scope;
  onSearch(change: Partial<DocumentSearch>): void;
}

const everywhere = { place: undefined, in: undefined } as const;

/** Shown for a search without results, with what to try next. */
export function NothingFound({ search, query, scope, onSearch }: NothingFoundProps) {
  const q = query.search;
  const terms = parseSearch(q ?? '');
  const words = terms.filter(({ kind, excluded }) => kind !== 'operator' && !excluded).length;
  const narrows = terms.some(({ kind, excluded }) => kind === 'operator' || excluded);
  const isPlaced = Boolean(search.place || search.in);
  const isFiltered = activeFilters(query, scope).some((name) => name !== 'search');
  const tips = [
    ...(words > 0 ? ['Check the spelling'] : []),
    ...(words > 1 ? ['try fewer words'] : []),
    ...(narrows ? ['remove what narrows the search, such as type:'] : []),
    ...(isFiltered ? ['clear the filters'] : []),
    ...(isPlaced ? ['search everywhere'] : []),
  ];
  return (
    <EmptyState
      icon={IconSearchOff}
      title={`No results for “${q}”`}
      action={
        <Group justify="center" gap={8}>
          {isPlaced ? (
            <Button size="sm" onClick={() => onSearch({ ...noFilters, ...everywhere, search: q })}>
              Search everywhere
            </Button>
          ) : null}
          {isFiltered ? (
            <Button variant="default" size="sm" onClick={() => onSearch({ ...noFilters, search: q })}>
              Clear filters
            </Button>
          ) : null}
          <Button variant="default" size="sm" onClick={() => onSearch({ search: undefined })}>
            Clear search
          </Button>
        </Group>
      }
    >
      {sentence(tips)}
    </EmptyState>
  );
}

function sentence(tips: readonly string[]): string {
  const [first = 'Try another search', ...rest] = tips;
  const last = rest.pop();
  const text = last ? `${[first, ...rest].join(', ')} or ${last}` : first;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
