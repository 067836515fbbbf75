import { passkeys } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { passkeyProblem } from '../../../lib/browser/passkeys.ts';
import { useOpenedOnceMounted } from '../../../ui/dialogs/lazy-dialog.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { addPasskey } from '../api/passkeys.ts';
import { ProofForm } from './proof-form.tsx';

interface AddPasskeyDialogProps {
  opened: boolean;
  onClose(): void;
  withCode: boolean;
}

export function AddPasskeyDialog({ opened, onClose, withCode }: AddPasskeyDialogProps) {
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
        withCode={withCode}
        label="Add passkey"
        problemOf={passkeyProblem}
        send={(proof) => mutateAsync({ ...proof, name: deviceName() })}
        onDone={done}
        onCancel={onClose}
      />
    </Modal>
  );
}

/** What the person recognizes it by, until they rename it. */
function deviceName(): string {
  const { userAgent } = navigator;
  const known = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Mac OS/, 'Mac'],
    [/Windows/, 'Windows'],
    [/Linux/, 'Linux'],
  ] as const;
  return known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';
}
