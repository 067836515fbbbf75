import { type Document, documents, type Label } from '@sheaf/contract';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { type Changes, changed } from '../tag-choice.ts';
import { changeDocuments, reloadDocuments } from './documents.ts';

interface Named {
  id: string;
  name: string;
}

export interface Tagging {
  ids: readonly string[];
  labels?: Changes<Label>;
  collections?: Changes<Named>;
}

/** Adds or removes labels and collections of several documents. */
export const tagDocuments = mutationOptions({
  mutationFn: ({ ids, labels = {}, collections = {} }: Tagging) =>
    call(documents.tag, {
      body: {
        document_ids: [...ids],
        add_labels: idsOf(labels.add),
        remove_labels: idsOf(labels.remove),
        add_collections: idsOf(collections.add),
        remove_collections: idsOf(collections.remove),
      },
    }),
  onMutate: ({ ids, labels, collections }, { client }) =>
    changeDocuments(client, new Set(ids), (document) => ({
      ...document,
      labels: changed(document.labels, labels),
      collections: changed(document.collections, collections),
    })),
  onError: (_error, _input, undo) => undo?.(),
  onSettled: (_data, _error, _input, _undo, { client }) => reload(client),
});

/** All labels of one document. */
export const setLabels = mutationOptions({
  mutationFn: ({ document, labels }: { document: Document; labels: readonly Label[] }) =>
    call(documents.setLabels, { body: { document_id: document.id, labels: idsOf(labels) } }),
  onMutate: ({ document, labels }, { client }) =>
    changeDocuments(client, new Set([document.id]), (known) => ({ ...known, labels: [...labels] })),
  onError: (_error, _input, undo) => undo?.(),
  onSettled: (_data, _error, _input, _undo, { client }) => reload(client),
});

/** All collections of one document. */
export const setCollections = mutationOptions({
  mutationFn: ({ document, collections }: { document: Document; collections: readonly Named[] }) =>
    call(documents.setCollections, { body: { document_id: document.id, collections: idsOf(collections) } }),
  onMutate: ({ document, collections }, { client }) =>
    changeDocuments(client, new Set([document.id]), (known) => ({ ...known, collections: [...collections] })),
  onError: (_error, _input, undo) => undo?.(),
  onSettled: (_data, _error, _input, _undo, { client }) => reload(client),
});

/** Cards of collections show documents, so they reload. */
async function reload(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: organizationKey('collections') });
  await reloadDocuments(client);
}

const idsOf = (items: readonly { id: string }[] = []) => items.map(({ id }) => id);
