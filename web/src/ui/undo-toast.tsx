import { Button, Group } from '@mantine/core';
import { showToast } from './toast.ts';

/** Long enough to read, think and reach it; hovering or focusing it stops the clock. */
const UNDO_MS = 8000;
let shown = 0;

/** Says what was done, with a way back. */
export function undoToast(message: string, undo: () => void): void {
  shown += 1;
  const id = `undo-${shown}`;
  const takeBack = async () => {
    const { notifications } = await import('@mantine/notifications');
    notifications.hide(id);
    undo();
  };
  void showToast({
    id,
    color: 'teal',
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{message}</span>
        <Button variant="light" size="compact-sm" flex="none" onClick={takeBack}>
          Undo
        </Button>
      </Group>
    ),
  });
}
