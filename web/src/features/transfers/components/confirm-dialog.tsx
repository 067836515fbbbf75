import { Button, Group, Text } from '@mantine/core';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';

interface ConfirmDialogProps extends DialogProps {
  title: string;
  text: string;
  action: string;
  onConfirm(): void;
}

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog({ opened, title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} returnFocus={false}>
      <Text>{text}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Back
        </Button>
        <Button
          color="red"
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
