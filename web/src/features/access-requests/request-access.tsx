import { Button, Stack, Text, Textarea } from '@mantine/core';
import { limits } from '@sheaf/contract';
import { IconLock, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { askForAccess } from './api/access-requests.ts';

interface RequestAccessProps {
  id: string;
  /** Another action, beside the request. */
  way?: ReactNode;
}

/**
 * Stands in for a document the person can’t see. The page and the answer are the same for every address, so they don’t
 * reveal whether there is a document.
 */
export function RequestAccess({ id, way }: RequestAccessProps) {
  const [message, setMessage] = useState('');
  const { mutate, isPending, isSuccess } = useMutation(askForAccess);
  const send = (event: FormEvent) => {
    event.preventDefault();
    mutate({ id, message: message.trim() });
  };
  if (isSuccess)
    return (
      <EmptyState icon={IconSend} title="Request sent" action={way}>
        If it can be shared with you, its owner decides. You’ll be notified when you have access.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconLock}
      title="You don’t have access"
      action={
        <form onSubmit={send} style={{ width: 'min(360px, 100%)' }}>
          <Stack gap="sm">
            <Textarea
              label="Message (optional)"
              placeholder="Why you need it"
              ta="left"
              autosize
              minRows={2}
              maxRows={6}
              maxLength={limits.accessMessageMax}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
            <Button type="submit" loading={isPending}>
              Request access
            </Button>
            {way}
          </Stack>
        </form>
      }
    >
      <Text span inherit>
        It doesn’t exist, it was deleted, or it isn’t shared with you. You can ask its owner for access.
      </Text>
    </EmptyState>
  );
}
