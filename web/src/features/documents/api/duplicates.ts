import { type CallInput, documents, duplicates } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';
import { runMutation } from '../../../lib/api/run-mutation.ts';
import { count } from '../../../lib/format/format.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { undoToast } from '../../../ui/feedback/undo-toast.ts';
import { reloadDocuments } from './documents.ts';

/** Duplicate contents of the person, by wasted bytes. */
export const duplicatesQuery = () =>
  pagedOptions([...organizationKey('documents'), 'duplicates'], (query, signal) =>
    call(duplicates.list, { query, signal }),
  );

type Asked = NonNullable<CallInput<typeof duplicates.trash>['body']>;

/** Keeps one copy of each content. */
export const trashDuplicates = mutationOptions({
  mutationFn: async (body: Asked) => (await call(duplicates.trash, { body })).data,
  onSuccess: ({ trashed, left_out }, _asked, _result, { client }) => {
    const left = left_out.reduce((sum, { count: number }) => sum + number, 0);
    const moved = `${count(trashed.length, 'copy', 'copies')} moved to trash`;
    const message = left > 0 ? `${moved}, ${left.toLocaleString('en')} left out: ${left_out[0]!.reason}` : moved;
    if (trashed.length > 0) undoToast(message, () => runMutation(client, restoreCopies, trashed));
    else toast.success(message);
  },
  onSettled: (_data, _error, _asked, _result, { client }) => reloadDocuments(client),
});

const restoreCopies = mutationOptions({
  mutationFn: (ids: readonly string[]) => call(documents.restore, { body: { document_ids: [...ids] } }),
  onSuccess: (_data, ids) => toast.success(`${count(ids.length, 'copy', 'copies')} restored`),
  onSettled: (_data, _error, _ids, _result, { client }) => reloadDocuments(client),
});
