import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../ui/feedback/toast.ts';
import { AnswerButtons } from '../../../ui/forms/answer-buttons.tsx';
import { approveRequest, declineRequest } from '../api/invite-requests.ts';

/** Invites the person a member asked for, or declines. `of` names the request. */
export function InviteRequestActions({ id, of }: { id: string; of: string }) {
  // Set here and not with the call, because the request leaves the list and unmounts this before the call ends.
  const approve = useMutation({ ...approveRequest, onSuccess: () => toast.success('Invitation sent') });
  const decline = useMutation(declineRequest);
  return (
    <AnswerButtons
      agree="Invite"
      of={of}
      agreeing={approve.isPending}
      declining={decline.isPending}
      onAgree={() => approve.mutate(id)}
      onDecline={() => decline.mutate(id)}
    />
  );
}
