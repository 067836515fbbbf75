import { Button, Group, TextInput } from '@mantine/core';
import { type Collection, collections } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields } from '../../../ui/forms/fields.tsx';
import { createCollection, renameCollection } from '../api/collections.ts';

interface CollectionDialogProps {
  opened: boolean;
  /** The collection to rename; without one a new collection is made. */
  collection?: Collection;
  onClose(): void;
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
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={form.submitting}>
          {collection ? 'Rename' : 'Create'}
        </Button>
      </Group>
    </Fields>
  );
}
