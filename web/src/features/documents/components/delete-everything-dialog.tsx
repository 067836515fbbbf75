import { Button, Group, Stack, Text } from '@mantine/core';
import { limits } from '@sheaf/contract';
import { count } from '../../../lib/format/format.ts';
import { type DialogProps, Modal, withoutMotion } from '../../../ui/dialogs/modal.tsx';

interface DeleteEverythingDialogProps extends DialogProps {
  total: number;
  onConfirm(): void;
}

/** Asks before a whole list is deleted. */
export function DeleteEverythingDialog({ opened, total, onConfirm, onClose }: DeleteEverythingDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Move ${count(total, 'document')} to trash?`}
      transitionProps={withoutMotion}
    >
      <Stack gap="md">
        <Text>
          Files in My files can be restored for {limits.trashDays} days. Files in other apps move to the trash of their
          app. What can’t be deleted is left out.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" onClick={onConfirm}>
            Move to trash
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
