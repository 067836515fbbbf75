import { type Document, documents } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { runMutation } from '../../../lib/api/run-mutation.ts';
import { count } from '../../../lib/format/format.ts';
import { undoToast } from '../../../ui/feedback/undo-toast.ts';
import { changeDocuments, reloadDocuments } from './documents.ts';

const idsOf = (chosen: readonly Document[]) => chosen.map(({ id }) => id);

const restoreDocuments = mutationOptions({
  mutationFn: (ids: string[]) => call(documents.restore, { body: { document_ids: ids } }),
  onSettled: (_data, _error, _ids, _result, { client }) => reloadDocuments(client),
});

export const deleteDocuments = mutationOptions({
  mutationFn: (chosen: readonly Document[]) => call(documents.delete, { body: { document_ids: idsOf(chosen) } }),
  onMutate: (chosen, { client }) => changeDocuments(client, new Set(idsOf(chosen)), () => undefined),
  onError: (_error, _chosen, undo) => undo?.(),
  onSuccess: (_data, chosen, _undo, { client }) => {
    const what = chosen.length === 1 ? `“${chosen[0]!.name}”` : count(chosen.length, 'document');
    undoToast(`${what} deleted`, () => runMutation(client, restoreDocuments, idsOf(chosen)));
  },
  onSettled: (_data, _error, _chosen, _undo, { client }) => reloadDocuments(client),
});
