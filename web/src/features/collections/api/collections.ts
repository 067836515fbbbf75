import { type CallInput, type Collection, collections } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { changed, changeLists, including, pagedOptions, reloadLists, without } from '../../../lib/api/paged-list.ts';
import { runMutation } from '../../../lib/api/run-mutation.ts';
import { undoToast } from '../../../ui/feedback/undo-toast.ts';

const lists = () => [...organizationKey('collections'), 'list'];

/** The person's collections by name, a page at a time. */
export const collectionsQuery = (search: string) =>
  pagedOptions([...lists(), search], (query, signal) =>
    call(collections.list, { query: { ...query, search: search || undefined }, signal }),
  );

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('collections'), 'one', id],
    queryFn: async ({ signal }) => (await call(collections.get, { params: { id }, signal })).data,
    // The page shows the error.
    meta: { quiet: true },
  });

/** Adds a new or restored collection to the lists without a search; lists with a search it may not match are reloaded. */
async function add(client: QueryClient, collection: Collection): Promise<void> {
  client.setQueryData(collectionQuery(collection.id).queryKey, collection);
  await changeLists<Collection>(client, [...lists(), ''], (list) => including(list, collection));
  void reloadLists(client, lists());
}

export const createCollection = mutationOptions({
  mutationFn: async (input: CallInput<typeof collections.create>) => (await call(collections.create, input)).data,
  onSuccess: (collection, _input, _result, { client }) => add(client, collection),
});

export const renameCollection = mutationOptions({
  mutationFn: async ({ id, name }: Pick<Collection, 'id' | 'name'>) =>
    (await call(collections.update, { params: { id }, body: { name } })).data,
  onMutate: async ({ id, name }, { client }) => {
    const { queryKey } = collectionQuery(id);
    const before = client.getQueryData(queryKey);
    const undo = await changeLists<Collection>(client, lists(), (list) => changed(list, id, { name }));
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known) => known && { ...known, name });
    return () => {
      undo();
      client.setQueryData(queryKey, before);
    };
  },
  onError: (_error, _input, undo) => undo?.(),
  onSuccess: (collection, _input, _undo, { client }) =>
    client.setQueryData(collectionQuery(collection.id).queryKey, collection),
  onSettled: (_data, _error, _input, _undo, { client }) => void reloadLists(client, lists()),
});

const restoreCollection = mutationOptions({
  mutationFn: async (id: string) => (await call(collections.restore, { params: { id } })).data,
  onSuccess: (collection, _id, _result, { client }) => add(client, collection),
});

export const deleteCollection = mutationOptions({
  mutationFn: ({ id }: Collection) => call(collections.delete, { params: { id } }),
  onMutate: ({ id }, { client }) => changeLists<Collection>(client, lists(), (list) => without(list, id)),
  onError: (_error, _collection, undo) => undo?.(),
  onSuccess: (_data, { id, name }, _undo, { client }) => {
    client.removeQueries(collectionQuery(id));
    undoToast(`Collection “${name}” deleted`, () => runMutation(client, restoreCollection, id));
  },
  onSettled: (_data, _error, _collection, _undo, { client }) => void reloadLists(client, lists()),
});
