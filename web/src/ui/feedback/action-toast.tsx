import { Button, Group } from '@mantine/core';
import { showToast } from './toast.ts';

/** Enough time to read the toast and click; hovering or focusing it stops the clock. */
const ACTION_MS = 8000;

interface ActionToast {
  /** A toast with the same id is not shown twice. */
  id: string;
  message: string;
  color: 'teal' | 'red';
  /** The text of the button. */
  action: string;
  run(): void;
}

/** A toast with a button. */
export function actionToast({ id, message, color, action, run }: ActionToast): void {
  const runAndClose = async () => {
    const { notifications } = await import('@mantine/notifications');
    notifications.hide(id);
    run();
  };
  void showToast({
    id,
    color,
    autoClose: ACTION_MS,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{message}</span>
        <Button variant="light" size="compact-sm" flex="none" onClick={runAndClose}>
          {action}
        </Button>
      </Group>
    ),
  });
}
