import { type CallInput, type Label, labels } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { changed, changeLists, including, pagedOptions, reloadLists, without } from '../../../lib/api/paged-list.ts';
import { runMutation } from '../../../lib/api/run-mutation.ts';
import { undoToast } from '../../../ui/feedback/undo-toast.ts';

const lists = () => [...organizationKey('labels'), 'list'];

/** The person's labels by name, a page at a time. */
export const labelsQuery = () => pagedOptions(lists(), (query, signal) => call(labels.list, { query, signal }));

export const labelQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('labels'), 'one', id],
    queryFn: async ({ signal }) => (await call(labels.get, { params: { id }, signal })).data,
    // The page shows the error.
    meta: { quiet: true },
  });

/** Adds a new or restored label to the loaded lists, then reloads them. */
async function add(client: QueryClient, label: Label): Promise<void> {
  client.setQueryData(labelQuery(label.id).queryKey, label);
  await changeLists<Label>(client, lists(), (list) => including(list, label));
  void reloadLists(client, lists());
}

export const createLabel = mutationOptions({
  mutationFn: async (input: CallInput<typeof labels.create>) => (await call(labels.create, input)).data,
  onSuccess: (label, _input, _result, { client }) => add(client, label),
});

export const updateLabel = mutationOptions({
  mutationFn: async ({ id, ...body }: Label) => (await call(labels.update, { params: { id }, body })).data,
  onMutate: async (label, { client }) => {
    const { queryKey } = labelQuery(label.id);
    const before = client.getQueryData(queryKey);
    const undo = await changeLists<Label>(client, lists(), (list) => changed(list, label.id, label));
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known) => known && label);
    return () => {
      undo();
      client.setQueryData(queryKey, before);
    };
  },
  onError: (_error, _label, undo) => undo?.(),
  onSuccess: (label, _input, _undo, { client }) => client.setQueryData(labelQuery(label.id).queryKey, label),
  onSettled: (_data, _error, _label, _undo, { client }) => void reloadLists(client, lists()),
});

const restoreLabel = mutationOptions({
  mutationFn: async (id: string) => (await call(labels.restore, { params: { id } })).data,
  onSuccess: (label, _id, _result, { client }) => add(client, label),
});

export const deleteLabel = mutationOptions({
  mutationFn: ({ id }: Label) => call(labels.delete, { params: { id } }),
  onMutate: ({ id }, { client }) => changeLists<Label>(client, lists(), (list) => without(list, id)),
  onError: (_error, _label, undo) => undo?.(),
  onSuccess: (_data, { id, name }, _undo, { client }) => {
    client.removeQueries(labelQuery(id));
    undoToast(`Label “${name}” deleted`, () => runMutation(client, restoreLabel, id));
  },
  onSettled: (_data, _error, _label, _undo, { client }) => void reloadLists(client, lists()),
});
