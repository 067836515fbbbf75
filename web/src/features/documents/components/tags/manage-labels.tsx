import { useMutation } from '@tanstack/react-query';
import { setLabels, tagDocuments } from '../../api/tags.ts';
import { useLabels } from '../../choices.ts';
import { changed } from '../../tag-choice.ts';
import { ManageDialog, type ManageDialogProps, ManageForm } from './manage-dialog.tsx';

export function ManageLabels({ opened, documents, everything, onClose }: ManageDialogProps) {
  return (
    <ManageDialog what="labels" opened={opened} onClose={onClose}>
      <Form documents={documents} everything={everything} onClose={onClose} />
    </ManageDialog>
  );
}

function Form({ documents, everything, onClose }: Omit<ManageDialogProps, 'opened'>) {
  const { mutateAsync: set } = useMutation(setLabels);
  const { mutateAsync: tag } = useMutation(tagDocuments);
  const [only, ...others] = documents;
  return (
    <ManageForm
      what="labels"
      documents={documents}
      total={everything?.total}
      query={useLabels()}
      lists={documents.map(({ labels }) => labels)}
      save={(labels) => {
        if (everything) return everything.tag({ labels });
        return only && others.length === 0
          ? set({ document: only, labels: changed(only.labels, labels) })
          : tag({ ids: documents.map(({ id }) => id), labels });
      }}
      onClose={onClose}
    />
  );
}
