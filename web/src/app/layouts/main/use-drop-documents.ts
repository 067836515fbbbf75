import type { Collection, Label } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { tagDocuments } from '../../../features/documents/api/tags.ts';
import { count } from '../../../lib/format/format.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** Adds documents that are dropped on the menu to a label or a collection. */
export function useDropDocuments() {
  const { mutate: tag } = useMutation(tagDocuments);
  const toastOnSuccess = (ids: readonly string[], name: string) => ({
    onSuccess: () => toast.success(`${count(ids.length, 'document')} added to “${name}”`),
  });
  return {
    onLabel: (label: Label, ids: string[]) => tag({ ids, labels: { add: [label] } }, toastOnSuccess(ids, label.name)),
    onCollection: (collection: Collection, ids: string[]) =>
      tag({ ids, collections: { add: [collection] } }, toastOnSuccess(ids, collection.name)),
  };
}
