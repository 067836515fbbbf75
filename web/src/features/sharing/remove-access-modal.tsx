import { Button, Group, Stack, Text } from '@mantine/core';
import type { SharedMember } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { unshare } from './api/sharing.ts';

interface RemoveAccessModalProps {
  opened: boolean;
  member: SharedMember | undefined;
  documentIds: readonly string[];
  onClose(): void;
}

export function RemoveAccessModal({ opened, member, documentIds, onClose }: RemoveAccessModalProps) {
  const { mutate, isPending } = useMutation(unshare);
  const remove = () => {
    if (member) mutate({ userId: member.id, documentIds }, { onSuccess: onClose });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Remove access" size="sm">
      <Stack gap="md">
        <Text>This will remove access to {member?.name}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
          <Button color="red" loading={isPending} onClick={remove}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
