import { type SavedSearch, search } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { runMutation } from '../../../lib/api/run-mutation.ts';
import { undoToast } from '../../../ui/feedback/undo-toast.ts';

/** The person's saved searches by name. */
export const savedQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('search'), 'saved'],
    queryFn: async ({ signal }) => (await call(search.saved, { signal })).data,
    meta: { quiet: true },
  });

const reload = (client: QueryClient) => client.invalidateQueries({ queryKey: organizationKey('search') });

type Saved = Pick<SavedSearch, 'name' | 'q'>;

export const saveSearch = mutationOptions({
  mutationFn: async ({ name, q }: Saved) => (await call(search.save, { body: { name, q } })).data,
  onSuccess: (_saved, _input, _result, { client }) => reload(client),
});

export const renameSaved = mutationOptions({
  mutationFn: async ({ id, name, q }: Saved & { id: string }) =>
    (await call(search.changeSaved, { params: { id }, body: { name, q } })).data,
  onSuccess: (_saved, _input, _result, { client }) => reload(client),
});

export const deleteSaved = mutationOptions({
  mutationFn: ({ id }: SavedSearch) => call(search.deleteSaved, { params: { id } }),
  onMutate: ({ id }, { client }) => {
    const { queryKey } = savedQuery();
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (known) => known?.filter((one) => one.id !== id));
    return () => client.setQueryData(queryKey, before);
  },
  onError: (_error, _saved, undo) => undo?.(),
  onSuccess: (_data, { name, q }, _undo, { client }) =>
    undoToast(`Saved search “${name}” deleted`, () => runMutation(client, saveSearch, { name, q })),
  onSettled: (_data, _error, _saved, _undo, { client }) => void reload(client),
});
