import { useMutation } from '@tanstack/react-query';
import { setCollections, tagDocuments } from '../../api/tags.ts';
import { useCollections } from '../../choices.ts';
import { changed } from '../../tag-choice.ts';
import { ManageDialog, type ManageDialogProps, ManageForm } from './manage-dialog.tsx';

export function ManageCollections({ opened, documents, everything, onClose }: ManageDialogProps) {
  return (
    <ManageDialog what="collections" opened={opened} onClose={onClose}>
      <Form documents={documents} everything={everything} onClose={onClose} />
    </ManageDialog>
  );
}

function Form({ documents, everything, onClose }: Omit<ManageDialogProps, 'opened'>) {
  const { mutateAsync: set } = useMutation(setCollections);
  const { mutateAsync: tag } = useMutation(tagDocuments);
  const [only, ...others] = documents;
  return (
    <ManageForm
      what="collections"
      documents={documents}
      total={everything?.total}
      query={useCollections()}
      lists={documents.map(({ collections }) => collections)}
      save={(collections) => {
        if (everything) return everything.tag({ collections });
        return only && others.length === 0
          ? set({ document: only, collections: changed(only.collections, collections) })
          : tag({ ids: documents.map(({ id }) => id), collections });
      }}
      onClose={onClose}
    />
  );
}
