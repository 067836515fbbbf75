import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { UploadPolicy } from '@sheaf/contract';
import { useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import type { UploadItem } from '../upload-item.ts';

interface NameTakenDialogProps {
  /** The first file whose name is taken. */
  item: UploadItem | undefined;
  /** How many others wait for an answer. */
  others: number;
  onDecide(item: UploadItem, policy: UploadPolicy, forAll: boolean): void;
}

/** Asks what to do with a file whose name is taken. */
export function NameTakenDialog({ item, others, onDecide }: NameTakenDialogProps) {
  // Keeps the question until it is answered and while the dialog fades out, even if another one comes first in the
  // list: people answer what they read.
  const [shown, setShown] = useState(item);
  const [forAll, setForAll] = useState(false);
  const asked = item && shown?.state === 'asking' ? shown : item;
  if (asked && asked !== shown) setShown(asked);
  const decide = (policy: UploadPolicy) => {
    if (!asked) return;
    onDecide(asked, policy, forAll);
    setForAll(false);
  };
  return (
    <Modal opened={item !== undefined} onClose={() => decide('skip')} title="A file with this name already exists">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          Something is already named “{shown?.file.name}” in {placeOf(shown)}.
        </Text>
        <Checkbox
          label={others > 0 ? `Apply to all (${count(others, 'more file')})` : 'Apply to all'}
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
