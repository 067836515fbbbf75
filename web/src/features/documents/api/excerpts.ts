import { type Document, documents } from '@sheaf/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** Types that are sketched from their text, because there are no pictures of them. */
const sketched: ReadonlySet<Document['type']> = new Set([
  'word',
  'excel',
  'point',
  'spreadsheet',
  'rtf',
  'text',
  'mail',
  'chat',
]);

/** How the texts of these documents begin, by their ids. */
export function excerptsQuery(shown: readonly Document[]) {
  const ids = shown.filter(({ type, content }) => sketched.has(type) && content === 'stored').map(({ id }) => id);
  return queryOptions({
    // The key is below that of documents, so that it is reloaded when they change.
    queryKey: [...organizationKey('documents'), 'excerpts', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const { data } = await call(documents.excerpts, { query: { ids: ids.join(',') }, signal });
      return new Map(data.map(({ id, text }) => [id, text]));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // Without excerpts, icons are shown.
    meta: { quiet: true },
  });
}
