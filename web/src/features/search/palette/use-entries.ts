import { useDebouncedValue } from '@mantine/hooks';
import { collections, labels } from '@sheaf/contract';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { rememberSearch } from '../api/suggestions.ts';
import type { Entry, Group } from '../box/entry.ts';
import { useSuggestions } from '../box/use-suggestions.ts';
import { actions, type Command, matching, pages } from './commands.ts';
import { matchesPlace, type PalettePlace } from './places.ts';

const MAX_PER_KIND = 5;

/** The first labels and collections whose name matches. */
const findQuery = (search: string) =>
  queryOptions({
    queryKey: [...organizationKey('palette'), search],
    async queryFn({ signal }) {
      const query = { search, per_page: MAX_PER_KIND };
      const [tags, groups] = await Promise.all([
        call(labels.list, { query, signal }),
        call(collections.list, { query, signal }),
      ]);
      return { labels: tags.data, collections: groups.data };
    },
    // Names are no longer than this; a long search has operators.
    enabled: search !== '' && search.length <= 120,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

const MAX_PLACES = 5;
const PAUSE_MS = 150;

/** The suggestions of the search box, then labels, collections and pages by their names. */
export function useEntries(
  text: string,
  cursor: number,
  places: readonly PalettePlace[],
): { groups: Group[]; searching: boolean } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const typed = text.trim();
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const { data, isFetching } = useQuery(findQuery(searched));
  // Results of an earlier search may not match this one.
  const named = ({ name }: { name: string }) => name.toLowerCase().includes(typed.toLowerCase());
  const found = typed && searched ? data : undefined;
  const go = (to: string, search: object = {}) => void navigate({ to, search } as Parameters<typeof navigate>[0]);
  const search = (q: string) => {
    void rememberSearch(client, q);
    go('/directory', { search: q.trim() });
  };
  const suggestions = useSuggestions(text, cursor, {
    isOpen: true,
    onSearch: search,
    onOpen: ({ id, type }) => go('/directory', type === 'folder' ? { in: id } : { search: typed, preview: id }),
  });
  // Everyone but guests has at least My files.
  const hasAccounts = places.some(({ slug }) => slug !== undefined);
  const allowed = ({ needsAccounts }: Command) => hasAccounts || !needsAccounts;
  const commands = (kind: 'page' | 'action', of: typeof pages): Entry[] =>
    matching(of.filter(allowed), typed).map(({ name, to }) => ({
      id: `${kind} ${name}`,
      kind,
      name,
      run: () => go(to),
    }));
  const everything: Entry = {
    id: 'everything',
    kind: 'search',
    name: `Search names and contents for “${typed}”`,
    run: () => search(typed),
  };
  const of = (...names: string[]) => suggestions.groups.filter(({ name }) => names.includes(name));

  const groups = [
    ...of('Values', 'Documents'),
    ...(typed ? of('Recent searches', 'Saved searches') : suggestions.groups),
    {
      name: 'Places',
      entries: typed ? places.filter(matchesPlace(typed)).slice(0, MAX_PLACES).map(placeEntry(go)) : [],
    },
    {
      name: 'Labels',
      entries: (found?.labels ?? [])
        .filter(named)
        .map((label): Entry => ({ ...label, kind: 'label', run: () => go(`/labels/${label.id}`) })),
    },
    {
      name: 'Collections',
      entries: (found?.collections ?? [])
        .filter(named)
        .map(({ id, name }): Entry => ({ id, name, kind: 'collection', run: () => go(`/collections/${id}`) })),
    },
    { name: 'Pages', entries: commands('page', pages) },
    { name: 'Actions', entries: commands('action', actions) },
    ...(typed ? [{ name: 'Search', entries: [everything] }, ...of('Narrow your search')] : []),
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    searching: isFetching || suggestions.searching,
  };
}

const placeEntry =
  (go: (to: string, search: object) => void) =>
  ({ place, name, detail, slug }: PalettePlace): Entry => ({
    id: `place ${place}`,
    kind: 'place',
    name,
    detail,
    slug,
    run: () => go('/directory', { place }),
  });
