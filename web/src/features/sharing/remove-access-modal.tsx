import { Button, Group, Stack, Text } from '@mantine/core';
import { type DialogProps, Modal } from '../../ui/dialogs/modal.tsx';

interface RemoveAccessModalProps extends DialogProps {
  /** Explains what removing does, and for whom. */
  text: string;
  isPending: boolean;
  onRemove(): void;
}

export function RemoveAccessModal({ opened, text, isPending, onRemove, onClose }: RemoveAccessModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Remove access" size="sm">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
          <Button color="red" loading={isPending} onClick={onRemove}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
