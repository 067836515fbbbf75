import { TextInput } from '@mantine/core';
import { type Passkey, passkeys } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { useOpenedOnceMounted } from '../../../ui/dialogs/lazy-dialog.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Fields } from '../../../ui/forms/fields.tsx';
import { renamePasskey } from '../api/passkeys.ts';
import { FormButtons } from './form-buttons.tsx';

interface RenamePasskeyDialogProps {
  opened: boolean;
  onClose(): void;
  passkey: Passkey | undefined;
}

export function RenamePasskeyDialog({ opened, onClose, passkey }: RenamePasskeyDialogProps) {
  return (
    <Modal opened={useOpenedOnceMounted(opened)} onClose={onClose} title="Rename passkey">
      {passkey ? <RenameForm key={passkey.id + passkey.name} passkey={passkey} onClose={onClose} /> : null}
    </Modal>
  );
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { mutateAsync } = useFormMutation(renamePasskey);
  const { form, submit } = useApiForm({
    schema: passkeys.rename.body,
    initialValues: { name: passkey.name },
    send: (body) => mutateAsync({ params: { id: passkey.id }, body }),
    done: onClose,
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput label="Name" data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
      <FormButtons label="Save" loading={form.submitting} onCancel={onClose} />
    </Fields>
  );
}
