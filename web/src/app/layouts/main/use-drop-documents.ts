import type { Collection, Label } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { tagDocuments } from '../../../features/documents/api/tags.ts';
import { count } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast.ts';

/** What happens to documents that are dragged into the menu. */
export function useDropDocuments() {
  const { mutate: tag } = useMutation(tagDocuments);
  const told = (ids: readonly string[], name: string) => ({
    onSuccess: () => toast.success(`${count(ids.length, 'document')} added to “${name}”`),
  });
  return {
    onLabel: (label: Label, ids: string[]) => tag({ ids, labels: { add: [label] } }, told(ids, label.name)),
    onCollection: (collection: Collection, ids: string[]) =>
      tag({ ids, collections: { add: [collection] } }, told(ids, collection.name)),
  };
}
