import { Button, Group, Stack, Text } from '@mantine/core';
import { may, type Role } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { exitOrganization } from '../../../lib/session/change-organization.ts';
import { type DialogProps, Modal, withoutMotion } from '../../../ui/dialogs/modal.tsx';
import { leave } from '../api/members.ts';
import { ContentChoice, useContentChoice } from './content-choice.tsx';

interface LeaveDialogProps extends DialogProps {
  userId: string;
  role: Role;
  workspace: string;
}

export function LeaveDialog({ opened, onClose, ...form }: LeaveDialogProps) {
  return (
    <Modal transitionProps={withoutMotion} opened={opened} onClose={onClose} title={`Leave ${form.workspace}?`}>
      <LeaveForm {...form} onCancel={onClose} />
    </Modal>
  );
}

function LeaveForm({
  userId,
  role,
  workspace,
  onCancel,
}: Pick<LeaveDialogProps, 'userId' | 'role' | 'workspace'> & { onCancel(): void }) {
  const choice = useContentChoice(userId);
  const { mutate, isPending, isSuccess } = useMutation(leave);
  const goOn = () => {
    const handling = choice.answer();
    if (handling) mutate(handling, { onSuccess: () => exitOrganization(`You left ${workspace}`) });
  };
  return (
    <Stack gap="md">
      <Text>
        You lose access to <strong>{workspace}</strong> right away. To come back, you need a new invitation.
      </Text>
      <ContentChoice choice={choice} who="You" verb="have" mayHandOver={may(role, 'members.read')} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
        <Button color="red" loading={isPending || isSuccess} disabled={!choice.data} onClick={goOn}>
          Leave workspace
        </Button>
      </Group>
    </Stack>
  );
}
