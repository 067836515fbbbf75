import { passkeys } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { asPasskeyProblem } from '../../../lib/browser/passkeys.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { addPasskey } from '../api/passkeys.ts';
import { ProofForm } from './proof-form.tsx';

export function AddPasskeyDialog({ opened, onClose }: DialogProps) {
  const { mutateAsync } = useMutation({ ...addPasskey, meta: { errorShownInPlace: true } });
  const done = () => {
    toast.success('Passkey added');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Add passkey">
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
