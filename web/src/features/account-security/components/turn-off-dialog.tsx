import { twoFactor } from '@sheaf/contract';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { turnOff } from '../api/two-factor.ts';
import { ProofForm } from './proof-form.tsx';

export function TurnOffDialog({ opened, onClose }: DialogProps) {
  const { mutateAsync } = useFormMutation(turnOff, { showsProblem: true });
  const done = () => {
    toast.success('Two-factor authentication is off');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Turn off two-factor authentication?">
      <ProofForm
        schema={twoFactor.disable.body}
        text="You’ll sign in with your password alone, and your recovery codes stop working."
        label="Turn off"
        color="red"
        send={(body) => mutateAsync({ body })}
        onDone={done}
        onCancel={onClose}
      />
    </Modal>
  );
}
