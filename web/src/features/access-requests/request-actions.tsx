import type { SharePermission } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../ui/feedback/toast.ts';
import { AnswerButtons } from '../../ui/forms/answer-buttons.tsx';
import { declineRequest, grantRequest } from './api/access-requests.ts';

interface RequestActionsProps {
  id: string;
  /** Names the request. */
  of: string;
  permission?: SharePermission;
}

export function RequestActions({ id, of, permission = 'view' }: RequestActionsProps) {
  // Set here and not with the call, because the request leaves the list and unmounts this before the call ends.
  const grant = useMutation({ ...grantRequest, onSuccess: () => toast.success('Access granted') });
  const decline = useMutation(declineRequest);
  return (
    <AnswerButtons
      agree="Grant"
      of={of}
      agreeing={grant.isPending}
      declining={decline.isPending}
      onAgree={() => grant.mutate({ id, permission })}
      onDecline={() => decline.mutate(id)}
    />
  );
}
