import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '../../../../lib/format/format.ts';
import { type DialogProps, Modal, withoutMotion } from '../../../../ui/dialogs/modal.tsx';

interface KeepOneOfAllDialogProps extends DialogProps {
  /** How many contents have copies. */
  total: number;
  onKeep(keep: 'newest' | 'oldest'): Promise<unknown>;
}

/**
 * Chooses which copy of each file to keep, if there are too many for one request; the others move to the trash in the
 * background.
 */
export function KeepOneOfAllDialog({ opened, total, onKeep, onClose }: KeepOneOfAllDialogProps) {
  const [keep, setKeep] = useState<'newest' | 'oldest'>('newest');
  const { mutate, isPending } = useMutation({ mutationFn: onKeep, onSuccess: onClose });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Keep one copy of each of ${count(total, 'file')}`}
      transitionProps={withoutMotion}
    >
      <Stack gap="md">
        <Radio.Group label="Keep" value={keep} onChange={setKeep}>
          <Stack gap="sm" mt="xs">
            <Radio value="newest" label="The newest copy" data-autofocus />
            <Radio value="oldest" label="The oldest copy" />
          </Stack>
        </Radio.Group>
        <Text>The other copies move to the trash in the background. Copies that can’t be deleted are left out.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate(keep)}>
            Move copies to trash
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
