import { collections, type Document, type DocumentDetails, documents, type Label, labels } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';

const all = () => organizationKey('documents');

/** How often a document is polled until its content is loaded. */
const POLL_MS = 2000;

/** The details of a document; polled until its content is loaded. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...all(), 'one', id],
    queryFn: async ({ signal }) => (await call(documents.get, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.content === 'pending' ? POLL_MS : false),
    // The preview itself shows that a document is gone.
    meta: { quiet: true },
  });

/** Loads a document other than the shown one, for an action on it. */
export const fetchDocument = mutationOptions({
  mutationFn: async (id: string) => (await call(documents.get, { params: { id } })).data,
});

/** The messages of a thread after the given one. */
export const fetchMessages = async (id: string, after: string) =>
  (await call(documents.messages, { params: { id }, query: { after } })).data;

/** The pictures inside a message of a thread. */
export const fetchPictures = async (id: string, message: string) =>
  (await call(documents.pictures, { params: { id, message } })).data;

/** Records the opening in the activity, and prioritizes content that is not loaded yet. */
export const openDocument = mutationOptions({
  // An error here also appears when the document is loaded.
  meta: { errorShownInPlace: true },
  mutationFn: (id: string) => call(documents.open, { params: { id } }),
  onSuccess: (_data, id, _result, { client }) => client.invalidateQueries({ queryKey: activityKey(id) }),
});

export const reloadRecent = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [...all(), 'list', { recent: 'true' }] });

const activityKey = (id: string) => [...all(), 'activity', id];

export const activityQuery = (id: string) =>
  pagedOptions(activityKey(id), (query, signal) => call(documents.activity, { params: { id }, query, signal }));

/** The first documents in a folder. */
export const insideQuery = (id: string) =>
  queryOptions({
    queryKey: [...all(), 'inside', id],
    queryFn: ({ signal }) => call(documents.list, { query: { parent_id: id }, signal }),
  });

type Marks = Pick<Document, 'labels' | 'collections'>;

/**
 * Changes the labels or collections of a document before the server has answered. Returns a function that undoes it.
 */
async function changeMarks(client: QueryClient, id: string, marks: Partial<Marks>): Promise<() => void> {
  const { queryKey } = documentQuery(id);
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  client.setQueryData(queryKey, (known: DocumentDetails | undefined) => known && { ...known, ...marks });
  return () => client.setQueryData(queryKey, before);
}

const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);

export const setLabels = mutationOptions({
  mutationFn: ({ id, chosen }: { id: string; chosen: Label[] }) =>
    call(documents.setLabels, { body: { document_id: id, labels: idsOf(chosen) } }),
  onMutate: ({ id, chosen }, { client }) => changeMarks(client, id, { labels: chosen }),
  onError: (_error, _input, undo) => undo?.(),
  onSettled: (_data, _error, _input, _undo, { client }) => client.invalidateQueries({ queryKey: all() }),
});

export const setCollections = mutationOptions({
  mutationFn: ({ id, chosen }: { id: string; chosen: { id: string; name: string }[] }) =>
    call(documents.setCollections, { body: { document_id: id, collections: idsOf(chosen) } }),
  onMutate: ({ id, chosen }, { client }) => changeMarks(client, id, { collections: chosen }),
  onError: (_error, _input, undo) => undo?.(),
  onSettled: (_data, _error, _input, _undo, { client }) => client.invalidateQueries({ queryKey: all() }),
});

/** The person's labels and collections to choose from, a page at a time. Reloaded with the other lists of them. */
export const labelChoices = (search: string) =>
  pagedOptions([...organizationKey('labels'), 'list', 'choices', search], (query, signal) =>
    call(labels.list, { query: { ...query, search: search || undefined }, signal }),
  );
export const collectionChoices = (search: string) =>
  pagedOptions([...organizationKey('collections'), 'list', 'choices', search], async (query, signal) => {
    const found = await call(collections.list, { query: { ...query, search: search || undefined }, signal });
    return { ...found, data: found.data.map(({ id, name }) => ({ id, name })) };
  });
