import { Button, Group } from '@mantine/core';
import type { SharePermission } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../ui/feedback/toast.ts';
import { declineRequest, grantRequest } from './api/access-requests.ts';

interface RequestActionsProps {
  id: string;
  /** Names the request, for people who can't see which row the buttons are in. */
  of: string;
  permission?: SharePermission;
}

export function RequestActions({ id, of, permission = 'view' }: RequestActionsProps) {
  // Not with the call: the request leaves the list, and this with it, before the call is over.
  const grant = useMutation({ ...grantRequest, onSuccess: () => toast.success('Access granted') });
  const decline = useMutation(declineRequest);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        aria-label={`Grant: ${of}`}
        loading={grant.isPending}
        disabled={decline.isPending}
        onClick={() => grant.mutate({ id, permission })}
      >
        Grant
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Decline: ${of}`}
        loading={decline.isPending}
        disabled={grant.isPending}
        onClick={() => decline.mutate(id)}
      >
        Decline
      </Button>
    </Group>
  );
}
