import { type Document, documents } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { runMutation } from '../../../lib/api/run-mutation.ts';
import { undoToast } from '../../../ui/feedback/undo-toast.ts';
import { changeDocuments, reloadDocuments } from './documents.ts';
import { nameOf, restoreDocuments } from './trash.ts';

const idsOf = (chosen: readonly Document[]) => chosen.map(({ id }) => id);

export const deleteDocuments = mutationOptions({
  mutationFn: (chosen: readonly Document[]) => call(documents.delete, { body: { document_ids: idsOf(chosen) } }),
  onMutate: (chosen, { client }) => changeDocuments(client, new Set(idsOf(chosen)), () => undefined),
  onError: (_error, _chosen, undo) => undo?.(),
  onSuccess: (_data, chosen, _undo, { client }) => {
    undoToast(`${nameOf(chosen)} moved to trash`, () => runMutation(client, restoreDocuments, chosen));
  },
  onSettled: (_data, _error, _chosen, _undo, { client }) => reloadDocuments(client),
});
