import { type Passkey, passkeys } from '@sheaf/contract';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { removePasskey } from '../api/passkeys.ts';
import { ProofForm } from './proof-form.tsx';

interface RemovePasskeyDialogProps extends DialogProps {
  passkey: Passkey | undefined;
}

export function RemovePasskeyDialog({ opened, onClose, passkey }: RemovePasskeyDialogProps) {
  const { mutateAsync } = useFormMutation(removePasskey, { showsProblem: true });
  if (!passkey) return null;
  const { id, name } = passkey;
  const done = () => {
    toast.success(`“${name}” was removed`);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`Remove “${name}”?`}>
      <ProofForm
        schema={passkeys.remove.body}
        text="It no longer signs in to Sheaf. Delete it from your device or password manager as well."
        label="Remove passkey"
        color="red"
        send={(body) => mutateAsync({ params: { id }, body })}
        onDone={done}
        onCancel={onClose}
      />
    </Modal>
  );
}
