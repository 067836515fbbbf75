import { collections, documents, labels } from '@sheaf/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http.ts';
import { organizationKey } from '../../lib/organization-key.ts';

const EACH = 5;

/** The first documents, labels and collections with such a name. */
export const findQuery = (search: string) =>
  queryOptions({
    queryKey: [...organizationKey('palette'), search],
    async queryFn({ signal }) {
      const query = { search, per_page: EACH };
      const [files, tags, groups] = await Promise.all([
        call(documents.list, { query: { ...query, sort: '-updated_at' }, signal }),
        call(labels.list, { query, signal }),
        call(collections.list, { query, signal }),
      ]);
      return { documents: files.data, total: files.pagination.total, labels: tags.data, collections: groups.data };
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
