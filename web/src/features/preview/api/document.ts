import { collections, type Document, type DocumentDetails, documents, type Label, labels } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';
import { pagedOptions } from '../../../lib/paged-list.ts';

const all = () => organizationKey('documents');

/** How often it is asked whether the bytes have come. */
const PENDING_MS = 2000;

/** The document with all there is to know about it; asked again until its bytes are here. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...all(), 'one', id],
    queryFn: async ({ signal }) => (await call(documents.get, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.content === 'pending' ? PENDING_MS : false),
    // One that is gone is told by the preview.
    meta: { quiet: true },
  });

/** Noted in its activity; and bytes that are not here yet come first. */
export const openDocument = mutationOptions({
  // What keeps a document from being opened keeps it from being shown.
  meta: { toldInPlace: true },
  mutationFn: (id: string) => call(documents.open, { params: { id } }),
  onSuccess: (_data, id, _result, { client }) => client.invalidateQueries({ queryKey: activityKey(id) }),
});

const activityKey = (id: string) => [...all(), 'activity', id];

export const activityQuery = (id: string) =>
  pagedOptions(activityKey(id), (query, signal) => call(documents.activity, { params: { id }, query, signal }));

/** What is in a folder, the first of it. */
export const insideQuery = (id: string) =>
  queryOptions({
    queryKey: [...all(), 'inside', id],
    queryFn: ({ signal }) => call(documents.list, { query: { parent_id: id, sort: 'name' }, signal }),
  });

type Marks = Pick<Document, 'labels' | 'collections'>;

/** Changes the marks of a document before the server has answered. Answers how to take it back. */
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

/** One's labels and collections to choose from, a page at a time. */
export const labelChoices = (search: string) =>
  pagedOptions([...organizationKey('labels'), 'choices', search], (query, signal) =>
    call(labels.list, { query: { ...query, search: search || undefined }, signal }),
  );
export const collectionChoices = (search: string) =>
  pagedOptions([...organizationKey('collections'), 'choices', search], async (query, signal) => {
    const found = await call(collections.list, { query: { ...query, search: search || undefined }, signal });
    return { ...found, data: found.data.map(({ id, name }) => ({ id, name })) };
  });
