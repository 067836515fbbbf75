import { useState } from 'react';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { type CreatedKey, CreateKeyForm } from './create-key-form.tsx';
import { NewKey } from './new-key.tsx';

/** First what the key is for, then the key, which is forgotten when the dialog closes. */
export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [created, setCreated] = useState<CreatedKey>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(undefined)}
      title={created ? 'Copy your API key' : 'Create API key'}
      // A click beside the dialog must not lose a key that can't be shown again.
      closeOnClickOutside={!created}
    >
      {created ? (
        <NewKey created={created} onDone={onClose} />
      ) : (
        <CreateKeyForm onCancel={onClose} onCreated={setCreated} />
      )}
    </Modal>
  );
}
