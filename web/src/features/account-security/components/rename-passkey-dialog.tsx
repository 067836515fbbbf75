import { type Passkey, passkeys } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { renamePasskey } from '../api/passkeys.ts';

interface RenamePasskeyDialogProps extends DialogProps {
  passkey: Passkey | undefined;
}

export function RenamePasskeyDialog({ opened, onClose, passkey }: RenamePasskeyDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Rename passkey">
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
      <TextField of={form} name="name" label="Name" data-autofocus />
      <FormButtons label="Save" loading={form.submitting} onCancel={onClose} />
    </Fields>
  );
}
