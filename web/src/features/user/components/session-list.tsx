import { Button, Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { Session } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { endOtherSessions, endSession, sessionsQuery } from '../api/security.ts';
import { SessionRow } from './session-row.tsx';

export function SessionList() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const { mutate: endOne } = useMutation(endSession);
  const { mutate: endOthers } = useMutation(endOtherSessions);

  const askToEnd = ({ id, device }: Session) =>
    modals.openConfirmModal({
      title: `Sign out ${device}?`,
      children: 'Anyone using it has to sign in again.',
      labels: { confirm: 'Sign out', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => endOne(id, { onSuccess: () => toast.success(`${device} was signed out`) }),
    });

  const askToEndOthers = () =>
    modals.openConfirmModal({
      title: 'Sign out everywhere else?',
      children: 'Every other device has to sign in again.',
      labels: { confirm: 'Sign out everywhere else', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => endOthers(undefined, { onSuccess: () => toast.success('All other devices were signed out') }),
    });

  if (!sessions) return isError ? <LoadFailed what="your sessions" retry={refetch} /> : <Skeleton height={64} />;
  return (
    <Stack gap="md" align="flex-start">
      <ul className="framed lined wide">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => askToEnd(session)} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="default" onClick={askToEndOthers}>
          Sign out everywhere else
        </Button>
      ) : null}
    </Stack>
  );
}
