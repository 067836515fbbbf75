import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import type { UploadPolicy } from '@sheaf/contract';
import { useState } from 'react';
import { count } from '../../../lib/format.ts';
import type { UploadItem } from '../upload-item.ts';

interface NameTakenDialogProps {
  /** The file whose name is taken. */
  item: UploadItem | undefined;
  /** How many wait for an answer besides. */
  others: number;
  onDecide(item: UploadItem, policy: UploadPolicy, forAll: boolean): void;
}

/** Asks what becomes of a file whose name is taken. */
export function NameTakenDialog({ item, others, onDecide }: NameTakenDialogProps) {
  // What is asked stays readable while the dialog fades out.
  const [shown, setShown] = useState(item);
  const [forAll, setForAll] = useState(false);
  if (item && item !== shown) setShown(item);
  const decide = (policy: UploadPolicy) => item && onDecide(item, policy, forAll);
  return (
    <Modal opened={item !== undefined} onClose={() => decide('skip')} title="This name is taken">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          There is already something called “{shown?.file.name}” in {placeOf(shown)}.
        </Text>
        <Checkbox
          label={
            others > 0
              ? `Do the same for ${count(others, 'more file')}, and all that follow`
              : 'Do the same for all that follow'
          }
          checked={forAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => decide('skip')}>
            Skip
          </Button>
          <Button variant="default" onClick={() => decide('replace')}>
            Replace
          </Button>
          <Button data-autofocus onClick={() => decide('rename')}>
            Keep both
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The innermost folder. */
function placeOf(item: UploadItem | undefined): string {
  const folder = item?.path.split('/').at(-2);
  return folder ? `“${folder}”` : `“${item?.target.name ?? ''}”`;
}
