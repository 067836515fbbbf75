import { Button, Stack, Text } from '@mantine/core';
import { ApiError, type SourceAccount } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { AuthCard } from '../../../../ui/layout/auth-card.tsx';
import { ButtonLink, TextLink } from '../../../../ui/navigation/links.tsx';
import { beginConnecting, finishConnecting, pendingSource } from '../../api/connect.ts';
import { Redirecting } from './redirecting.tsx';

interface ConnectProgressProps {
  source: string;
  code: string;
  state: string;
  onConnected(account: SourceAccount): void;
}

/** Sends what the consent page returned to the server, and shows the result. */
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
    <NotConnected title="Couldn’t connect the account" source={body.source}>
      {error.message} {isPlanLimit(error) ? <TextLink to="/plans">See plan</TextLink> : null}
      {isConflict(error) ? ' If you reloaded this page, the account may already be connected. Check Apps.' : null}
    </NotConnected>
  );
}

/** Whether the state was used before or is too old. */
const isConflict = (error: Error) => error instanceof ApiError && error.code === 'conflict';

const isPlanLimit = (error: Error) => error instanceof ApiError && error.code === 'plan_limit';

interface NotConnectedProps {
  title: string;
  /** The source to try again with. */
  source: string | null;
  children: ReactNode;
}

export function NotConnected({ title, source, children }: NotConnectedProps) {
  const { mutate: connect, isPending } = useMutation(beginConnecting);
  const [guide] = useState(pendingSource.isOfGuide);
  return (
    <AuthCard title={title}>
      <Stack gap="md">
        <Text>{children}</Text>
        <Stack gap="xs">
          {source ? (
            <Button
              fullWidth
              disabled={isPending}
              onClick={() =>
                connect({
                  source,
                  account_id: pendingSource.getAccount(),
                  access: pendingSource.getAccess(),
                  guide,
                })
              }
            >
              Try again
            </Button>
          ) : null}
          {guide ? (
            <ButtonLink to="/onboarding" search={{ step: 7 }} variant="default" fullWidth>
              Back to setup
            </ButtonLink>
          ) : (
            <ButtonLink to="/apps" variant="default" fullWidth>
              Go to Apps
            </ButtonLink>
          )}
        </Stack>
      </Stack>
      <Redirecting shown={isPending} />
    </AuthCard>
  );
}
