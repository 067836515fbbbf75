import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../lib/format/format.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { twoFactorQuery } from '../api/two-factor.ts';

const SetUpDialog = lazyDialog(async () => (await import('./set-up-dialog.tsx')).SetUpDialog);
const RenewDialog = lazyDialog(async () => (await import('./renew-dialog.tsx')).RenewDialog);
const TurnOffDialog = lazyDialog(async () => (await import('./turn-off-dialog.tsx')).TurnOffDialog);

/** With this few left, new codes are recommended. */
const FEW = 3;

/** `passkeysAvailable`: whether the server has an address at which browsers support passkeys. */
export function TwoFactorSettings({ passkeysAvailable }: { passkeysAvailable: boolean }) {
  const { data: state, isError, refetch } = useQuery(twoFactorQuery);
  const setUp = useDialog();
  const renew = useDialog();
  const turnOff = useDialog();
  if (!state)
    return isError ? <LoadFailed what="your two-factor settings" retry={refetch} /> : <Skeleton height={64} />;
  const left = state.recovery_codes_left;
  return (
    <Stack gap="md" align="flex-start">
      {state.enabled ? (
        <>
          <Group gap="sm">
            <Badge variant="light" color="teal" tt="none" fw={550}>
              On
            </Badge>
            <Text size="sm" c="dimmed">
              {[
                `Since ${formatDate(state.enabled_at!)}`,
                state.app ? 'authenticator app' : 'passkey',
                left === 1 ? '1 recovery code left' : `${left} recovery codes left`,
              ].join(' · ')}
            </Text>
          </Group>
          {left <= FEW ? (
            <Alert color="yellow">
              {left === 0 ? 'You have no recovery codes left.' : 'You have few recovery codes left.'} Create new ones,
              so that you can sign in when you don’t have your {state.app ? 'phone' : 'passkey'}.
            </Alert>
          ) : null}
          <Group gap="xs">
            <Button variant="default" onClick={() => renew.open()}>
              Create new recovery codes
            </Button>
            <Button variant="outline" color="red" onClick={() => turnOff.open()}>
              Turn off
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Text c="dimmed">Off. Anyone who knows your password can sign in to your account.</Text>
          <Button onClick={() => setUp.open()}>Turn on two-factor authentication</Button>
        </>
      )}
      <SetUpDialog opened={setUp.opened} onClose={setUp.close} passkeysAvailable={passkeysAvailable} />
      <RenewDialog opened={renew.opened} onClose={renew.close} />
      <TurnOffDialog opened={turnOff.opened} onClose={turnOff.close} />
    </Stack>
  );
}
