import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { cardIntentQuery } from '../../api/cards.ts';
import { providerQuery } from '../../provider.ts';
import { TestMode } from '../test-mode.tsx';
import { AddCardForm } from './add-card-form.tsx';

interface AddCardProps {
  /** No real cards and no real money. */
  test: boolean;
  onAdded(): void;
  onCancel(): void;
}

/** The dialog ‘Add new card’. The provider’s script is loaded only with it. */
export function AddCard({ test, onAdded, onCancel }: AddCardProps) {
  const { data: intent, error: refused, refetch } = useQuery(cardIntentQuery());
  const { data: stripe, error: notLoaded } = useQuery(providerQuery(intent));
  const error = refused ?? notLoaded;
  return (
    <Modal opened onClose={onCancel} title="Add new card" size={440} transitionProps={{ duration: 0 }}>
      {test ? (
        <Group gap="xs" mb="lg" wrap="nowrap" align="flex-start">
          <TestMode />
          <Text size="xs" c="dimmed">
            Nothing is charged. Use card 4242 4242 4242 4242 with any future date and CVC.
          </Text>
        </Group>
      ) : null}
      {error ? (
        <Alert color="red" variant="light" role="alert">
          <Stack gap="sm" align="flex-start">
            {error.message}
            <Button size="xs" variant="default" onClick={() => (refused ? void refetch() : window.location.reload())}>
              Try again
            </Button>
          </Stack>
        </Alert>
      ) : intent && stripe ? (
        <AddCardForm stripe={stripe} intent={intent} onAdded={onAdded} onCancel={onCancel} />
      ) : (
        <Placeholder />
      )}
    </Modal>
  );
}

function Placeholder() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading">
      <Skeleton height={58} />
      <Skeleton height={58} />
      <Skeleton height={58} />
    </Stack>
  );
}
