import { type ReactNode, useMemo } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { CreateTagContext } from '../../ui/documents/create-tag.ts';

const LabelDialog = lazyDialog(
  async () => (await import('../../features/labels/components/label-dialog.tsx')).LabelDialog,
);
const CollectionDialog = lazyDialog(
  async () => (await import('../../features/collections/components/collection-dialog.tsx')).CollectionDialog,
);

/** Lets the lists of labels and collections below offer to create one. */
export function CreateTag({ children }: { children: ReactNode }) {
  const { opened, item, open, close } = useDialog<'label' | 'collection'>();
  const value = useMemo(() => ({ create: open, opened }), [open, opened]);
  const isOpen = (what: 'label' | 'collection') => opened && item === what;
  return (
    <CreateTagContext value={value}>
      {children}
      <LabelDialog opened={isOpen('label')} onClose={close} />
      <CollectionDialog opened={isOpen('collection')} onClose={close} />
    </CreateTagContext>
  );
}
