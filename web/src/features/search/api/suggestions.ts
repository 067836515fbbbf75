import { search } from '@sheaf/contract';
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** Suggestions for what to type next at the cursor. */
export const suggestQuery = (q: string, cursor: number) =>
  queryOptions({
    queryKey: [...organizationKey('search'), 'suggest', q, cursor],
    queryFn: async ({ signal }) => (await call(search.suggest, { query: { q, cursor }, signal })).data,
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // Typing works without suggestions.
    meta: { quiet: true },
  });

const historyKey = () => [...organizationKey('search'), 'history'];

/** The person's own searches, newest first. */
export const historyQuery = () =>
  queryOptions({
    queryKey: historyKey(),
    queryFn: async ({ signal }) => (await call(search.history, { signal })).data,
    staleTime: 30_000,
    meta: { quiet: true },
  });

const reload = (client: QueryClient) => client.invalidateQueries({ queryKey: organizationKey('search') });

let remembered = '';

/** Stores a search in the person’s history; a failure goes unnoticed. */
export async function rememberSearch(client: QueryClient, q: string): Promise<void> {
  const text = q.trim();
  if (!text || text === remembered) return;
  remembered = text;
  await call(search.find, { query: { q: text, per_page: 1, remember: 'true' } }).then(
    () => reload(client),
    () => {
      remembered = '';
    },
  );
}

const forgetting = ['search', 'forget'];

/** Cancels requests for the history: an answer in flight would bring back entries that are being removed. */
const stopHistory = (client: QueryClient) => client.cancelQueries({ queryKey: historyKey() });
const reloadAfterLast = (client: QueryClient): void => {
  if (client.isMutating({ mutationKey: forgetting }) === 1) void reload(client);
};

export const removeSearch = mutationOptions({
  mutationKey: forgetting,
  mutationFn: (id: string) => call(search.deleteFromHistory, { params: { id } }),
  async onMutate(id, { client }) {
    remembered = '';
    await stopHistory(client);
    client.setQueryData(historyQuery().queryKey, (known) => known?.filter((entry) => entry.id !== id));
  },
  onSettled: (_data, _error, _id, _result, { client }) => reloadAfterLast(client),
});

export const clearHistory = mutationOptions({
  mutationKey: forgetting,
  mutationFn: () => call(search.deleteHistory),
  async onMutate(_input, { client }) {
    remembered = '';
    await stopHistory(client);
    client.setQueryData(historyQuery().queryKey, []);
  },
  onSettled: (_data, _error, _input, _result, { client }) => reloadAfterLast(client),
});
