import { useState } from 'react';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { SetUp } from './set-up.tsx';

interface SetUpDialogProps extends DialogProps {
  passkeysAvailable: boolean;
}

export function SetUpDialog({ opened, onClose, passkeysAvailable }: SetUpDialogProps) {
  const [isOn, setOn] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setOn(false)}
      title={isOn ? 'Save your recovery codes' : 'Turn on two-factor authentication'}
      // A click beside the dialog must not lose codes that can't be shown again.
      closeOnClickOutside={!isOn}
    >
      <SetUp passkeysAvailable={passkeysAvailable} onCancel={onClose} onOn={() => setOn(true)} onDone={onClose} />
    </Modal>
  );
}
