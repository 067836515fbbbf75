import { collections, labels } from '@sheaf/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

const MAX_PER_KIND = 5;

/** The first labels and collections whose name matches. */
export const findQuery = (search: string) =>
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
