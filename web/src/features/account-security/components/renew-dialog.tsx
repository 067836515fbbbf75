import { twoFactor } from '@sheaf/contract';
import { useState } from 'react';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { renewRecoveryCodes } from '../api/two-factor.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function RenewDialog({ opened, onClose }: DialogProps) {
  const [codes, setCodes] = useState<string[]>();
  const { mutateAsync } = useFormMutation(renewRecoveryCodes, { showsProblem: true });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCodes(undefined)}
      title={codes ? 'Save your recovery codes' : 'Create new recovery codes'}
      closeOnClickOutside={!codes}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <ProofForm
          schema={twoFactor.renewCodes.body}
          text="The recovery codes you have now stop working."
          label="Create codes"
          send={(body) => mutateAsync({ body })}
          onDone={({ recovery_codes }) => setCodes(recovery_codes)}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
