import { passkeys } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { asPasskeyProblem } from '../../../lib/browser/passkeys.ts';
import { useOpenedOnceMounted } from '../../../ui/dialogs/lazy-dialog.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { addPasskey } from '../api/passkeys.ts';
import { ProofForm } from './proof-form.tsx';

interface AddPasskeyDialogProps {
  opened: boolean;
  onClose(): void;
}

export function AddPasskeyDialog({ opened, onClose }: AddPasskeyDialogProps) {
  const { mutateAsync } = useMutation({ ...addPasskey, meta: { errorShownInPlace: true } });
  const done = () => {
    toast.success('Passkey added');
    onClose();
  };
  return (
    <Modal opened={useOpenedOnceMounted(opened)} onClose={onClose} title="Add passkey">
      <ProofForm
        schema={passkeys.options.body}
        text="Your browser asks where to keep the passkey: on this device, in a password manager or on a security key."
        label="Add passkey"
        send={(proof) => mutateAsync(proof).catch(asPasskeyProblem)}
        onDone={done}
        onCancel={onClose}
      />
    </Modal>
  );
}
