import { Button, Group, Stack, Text } from '@mantine/core';
import type { Member } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type DialogProps, Modal, withoutMotion } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { removeMember } from '../api/members.ts';
import { ContentChoice, useContentChoice } from './content-choice.tsx';

interface RemoveMemberDialogProps extends DialogProps {
  member: Member | undefined;
}

export function RemoveMemberDialog({ opened, member, onClose }: RemoveMemberDialogProps) {
  return (
    <Modal transitionProps={withoutMotion} opened={opened} onClose={onClose} title={`Remove ${member?.name}?`}>
      {member ? <RemoveForm member={member} onDone={onClose} /> : null}
    </Modal>
  );
}

function RemoveForm({ member, onDone }: { member: Member; onDone(): void }) {
  const choice = useContentChoice(member.id);
  const { mutate, isPending } = useMutation(removeMember);
  const remove = () => {
    const handling = choice.answer();
    if (!handling) return;
    const onSuccess = () => {
      toast.success(`${member.name} was removed`);
      onDone();
    };
    mutate({ id: member.id, ...handling }, { onSuccess });
  };
  return (
    <Stack gap="md">
      <Text>
        <strong>{member.name}</strong> ({member.email}) loses access to this workspace right away. To come back, they
        need a new invitation.
      </Text>
      <ContentChoice choice={choice} who={member.name} verb="has" mayHandOver />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onDone}>
          Cancel
        </Button>
        <Button color="red" loading={isPending} disabled={!choice.data} onClick={remove}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}
