import { Button, Group as Row, Stack, Text } from '@mantine/core';
import type { Group } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type DialogProps, Modal, withoutMotion } from '../../../ui/dialogs/modal.tsx';
import { deleteGroup } from '../api/groups.ts';

interface DeleteGroupDialogProps extends DialogProps {
  group: Group | undefined;
}

export function DeleteGroupDialog({ opened, group, onClose }: DeleteGroupDialogProps) {
  const { mutate, isPending } = useMutation(deleteGroup);
  return (
    <Modal opened={opened} onClose={onClose} title={`Delete “${group?.name}”?`} transitionProps={withoutMotion}>
      <Stack gap="md">
        <Text>
          People in this group lose access to what’s shared with it right away. They stay in the workspace, and no files
          are deleted. You can undo this for a short time.
        </Text>
        <Row justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={() => group && mutate(group, { onSuccess: onClose })}>
            Delete group
          </Button>
        </Row>
      </Stack>
    </Modal>
  );
}
