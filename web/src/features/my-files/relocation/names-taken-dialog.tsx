import { Button, Group, Stack, Text } from '@mantine/core';
import { count } from '../../../lib/format/format.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import type { FolderTarget } from '../../../ui/documents/folder-target.ts';

interface NamesTakenDialogProps extends DialogProps {
  question: { request: { to: FolderTarget }; names: readonly string[] } | undefined;
  onDecide(policy: 'rename' | 'replace' | 'skip'): void;
}

/** Asks what to do with documents whose names exist in the destination. */
export function NamesTakenDialog({ opened, question, onClose, onDecide }: NamesTakenDialogProps) {
  const names = question?.names ?? [];
  const title = names.length > 1 ? `${count(names.length, 'name')} already exist` : 'This name already exists';
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {names.length > 1
            ? `“${names[0]}” and ${names.length - 1} more are already in “${question?.request.to.name}”.`
            : `Something is already named “${names[0]}” in “${question?.request.to.name}”.`}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onDecide('skip')}>
            Skip
          </Button>
          <Button variant="default" onClick={() => onDecide('replace')}>
            Replace
          </Button>
          <Button data-autofocus onClick={() => onDecide('rename')}>
            Keep both
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
