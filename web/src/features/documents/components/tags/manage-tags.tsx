import type { Document } from '@sheaf/contract';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';
import type { Tagging } from '../../api/tags.ts';

const ManageLabels = lazyDialog(async () => (await import('./manage-labels.tsx')).ManageLabels);
const ManageCollections = lazyDialog(async () => (await import('./manage-collections.tsx')).ManageCollections);

export interface Managed {
  what?: 'labels' | 'collections';
  documents: readonly Document[];
  /** The size of a whole list. */
  total?: number;
}

/** The dialogs for labels and collections, of documents or of a whole list. */
export function ManageTags({
  managed: { what, documents, total },
  tagAll,
  onClose,
}: {
  managed: Managed;
  tagAll(tags: Omit<Tagging, 'ids'>): Promise<unknown>;
  onClose(): void;
}) {
  const everything = total === undefined ? undefined : { total, tag: tagAll };
  const shared = { documents, everything, onClose };
  return (
    <>
      <ManageLabels opened={what === 'labels'} {...shared} />
      <ManageCollections opened={what === 'collections'} {...shared} />
    </>
  );
}
