import { type Document, stars } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { changeDocuments, reloadDocuments } from './documents.ts';

interface Starring {
  documents: readonly Pick<Document, 'id'>[];
  starred: boolean;
}

export const starDocuments = mutationOptions({
  mutationFn: ({ documents, starred }: Starring) =>
    call(stars.set, { body: { document_ids: documents.map(({ id }) => id), starred } }),
  onMutate: ({ documents, starred }, { client }) =>
    changeDocuments(client, new Set(documents.map(({ id }) => id)), (document) => ({ ...document, starred })),
  onError: (_error, _input, undo) => undo?.(),
  onSettled: (_data, _error, _input, _undo, { client }) => reloadDocuments(client),
});

/** Stars all of these, or removes the stars where all of them have one. */
export const toggledStar = (documents: readonly Document[]): Starring => ({
  documents,
  starred: !documents.every(({ starred }) => starred),
});
