import { Button, Group, Stack, Text } from '@mantine/core';
import type { Member } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DialogProps, Modal, withoutMotion } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { handOver } from '../api/members.ts';
import { MemberSelect } from './member-select.tsx';

interface HandOverDialogProps extends DialogProps {
  /** The member chosen at the start. */
  member?: Member;
  userId: string;
  workspace: string;
  /** Called when the person has become an admin. */
  onDone(): void;
}

export function HandOverDialog({ opened, onClose, ...form }: HandOverDialogProps) {
  return (
    <Modal transitionProps={withoutMotion} opened={opened} onClose={onClose} title="Transfer ownership">
      <HandOverForm {...form} onCancel={onClose} />
    </Modal>
  );
}

function HandOverForm({
  member,
  userId,
  workspace,
  onDone,
  onCancel,
}: Omit<HandOverDialogProps, 'opened' | 'onClose'> & { onCancel(): void }) {
  const [heir, setHeir] = useState<Member | null>(member ?? null);
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useMutation(handOver);
  const goOn = () => {
    if (!heir) return setError('Choose a member');
    const onSuccess = () => {
      toast.success(`${heir.name} now owns ${workspace}. You’re now an admin.`);
      onCancel();
      onDone();
    };
    mutate(heir.id, { onSuccess });
  };
  return (
    <Stack gap="md">
      <Text>
        {heir ? <strong>{heir.name}</strong> : 'The member you choose'} becomes an owner of <strong>{workspace}</strong>{' '}
        and you become an admin. Only an owner can make you an owner again.
      </Text>
      <MemberSelect
        label="New owner"
        except={userId}
        value={heir}
        onChange={(chosen) => {
          setHeir(chosen);
          setError(undefined);
        }}
        error={error}
        invite={
          <TextLink to="/members/invites" inherit>
            Invite people
          </TextLink>
        }
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={goOn}>
          Transfer ownership
        </Button>
      </Group>
    </Stack>
  );
}
