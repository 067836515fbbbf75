import { type Collection, collections } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { createCollection, renameCollection } from '../api/collections.ts';

interface CollectionDialogProps extends DialogProps {
  /** The collection to rename; left out, a new collection is created. */
  collection?: Collection;
}

export function CollectionDialog({ opened, collection, onClose }: CollectionDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={collection ? 'Rename collection' : 'Create collection'}>
      <CollectionForm collection={collection} onDone={onClose} />
    </Modal>
  );
}

function CollectionForm({ collection, onDone }: { collection?: Collection; onDone(): void }) {
  const { mutateAsync: create } = useFormMutation(createCollection);
  const { mutateAsync: rename } = useFormMutation(renameCollection);
  const { form, submit } = useApiForm({
    schema: collections.create.body,
    initialValues: { name: collection?.name ?? '' },
    send: ({ name }) => (collection ? rename({ id: collection.id, name: name.trim() }) : create({ body: { name } })),
    done({ name }) {
      toast.success(collection ? 'Collection renamed' : `Collection “${name}” created`);
      onDone();
    },
  });
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="name" label="Name" autoComplete="off" data-autofocus />
      <FormButtons label={collection ? 'Rename' : 'Create'} loading={form.submitting} onCancel={onDone} />
    </Fields>
  );
}
