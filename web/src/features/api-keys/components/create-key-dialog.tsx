import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { CopyField } from './copy-field.tsx';
import { type CreatedKey, CreateKeyForm } from './create-key-form.tsx';

/** First asks what the key is for, then shows the key, which is forgotten when the dialog closes. */
export function CreateKeyDialog({ opened, onClose }: DialogProps) {
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

function NewKey({ created, onDone }: { created: CreatedKey; onDone(): void }) {
  return (
    <Stack gap="lg">
      <Text>Copy the key for “{created.name}” now and keep it in a safe place. You won’t be able to see it again.</Text>
      <CopyField label="API key" value={created.key} focused />
      {created.scopes.includes('mcp') ? (
        <>
          <Text>
            To connect an assistant, add a server of the type “HTTP” with this address, and send the key in the header{' '}
            <b>Authorization</b> as “Bearer”, a space and the key.
          </Text>
          <CopyField label="Server address" value={`${location.origin}/mcp`} />
        </>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
