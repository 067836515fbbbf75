import { Button, Stack, Text } from '@mantine/core';
import { ApiError, type SourceAccount } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { AuthCard } from '../../../ui/auth-card.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { beginConnecting, finishConnecting, pendingSource } from '../api/connect.ts';
import { Redirecting } from './redirecting.tsx';

interface ConnectProgressProps {
  source: string;
  code: string;
  state: string;
  onConnected(account: SourceAccount): void;
}

/** Hands in what the consent page sent back, and says how that went. */
export function ConnectProgress({ onConnected, ...body }: ConnectProgressProps) {
  const { data: account, error } = useQuery(finishConnecting(body));
  const connected = useEffectEvent(onConnected);
  useEffect(() => {
    if (account) connected(account);
  }, [account]);

  if (!error) {
    return (
      <AuthCard title="Connecting your account" lead="This takes a moment.">
        <ProgressBar label="Connecting" percent={null} />
      </AuthCard>
    );
  }
  return (
    <NotConnected title="The account could not be connected" source={body.source}>
      {error.message}
      {isConflict(error) ? ' If you have reloaded this page, the account may be among your apps already.' : null}
    </NotConnected>
  );
}

/** The state was used before, or is too old. */
const isConflict = (error: Error) => error instanceof ApiError && error.code === 'conflict';

interface NotConnectedProps {
  title: string;
  /** What to begin again with. */
  source: string | null;
  children: ReactNode;
}

export function NotConnected({ title, source, children }: NotConnectedProps) {
  const { mutate: connect, isPending } = useMutation(beginConnecting);
  return (
    <AuthCard title={title}>
      <Stack gap="md">
        <Text>{children}</Text>
        <Stack gap="xs">
          {source ? (
            <Button
              fullWidth
              disabled={isPending}
              onClick={() => connect({ source, account_id: pendingSource.getAccount() })}
            >
              Try again
            </Button>
          ) : null}
          <ButtonLink to="/apps" variant="default" fullWidth>
            Go to Apps
          </ButtonLink>
        </Stack>
      </Stack>
      <Redirecting shown={isPending} />
    </AuthCard>
  );
}
