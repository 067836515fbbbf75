import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { Document, Duplicate } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { count, formatDate } from '../../../../lib/format/format.ts';
import { type DialogProps, Modal, withoutMotion } from '../../../../ui/dialogs/modal.tsx';
import { locationNames, shortLocation } from '../../../../ui/documents/places.ts';
import { trashDuplicates } from '../../api/duplicates.ts';
import { expectedTrash } from './kept.ts';

interface KeepOneDialogProps extends DialogProps {
  /** One content or several; of several, the newest or oldest copies can be kept. */
  duplicates: readonly Duplicate[];
}

/** Chooses the copy to keep; the others move to the trash. */
export function KeepOneDialog({ opened, duplicates, onClose }: KeepOneDialogProps) {
  const [keep, setKeep] = useState('newest');
  const { mutate, isPending } = useMutation(trashDuplicates);
  const copies = duplicates.length === 1 ? duplicates[0]!.documents : [];
  const { moved, reasons } = expectedTrash(duplicates, keep);
  const confirm = () => mutate({ contents: duplicates.map(({ id }) => ({ id, keep })) }, { onSuccess: onClose });
  const title =
    duplicates.length === 1 ? 'Keep one copy' : `Keep one copy of each of ${count(duplicates.length, 'file')}`;
  return (
    <Modal opened={opened} onClose={onClose} title={title} transitionProps={withoutMotion}>
      <Stack gap="md">
        <Radio.Group label="Keep" value={keep} onChange={setKeep}>
          <Stack gap="sm" mt="xs">
            <Radio value="newest" label="The newest copy" data-autofocus />
            <Radio value="oldest" label="The oldest copy" />
            {copies.map((document) => (
              <Radio
                key={document.id}
                value={document.id}
                label={document.name}
                description={factsOf(document)}
                classNames={{ label: 'breakable' }}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Text role="status">
          {moved === 0 ? 'No copy can be moved to the trash.' : 'You can restore what is moved from the trash.'}
          {reasons.length > 0 ? ` Left out: ${reasons.join(' ')}` : ''}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" disabled={moved === 0} loading={isPending} onClick={confirm}>
            Move {count(moved, 'copy', 'copies')} to trash
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const factsOf = (document: Document): string =>
  [
    shortLocation(locationNames(document)),
    document.updated_at && formatDate(document.updated_at),
    document.cannot.delete && 'can’t be moved to the trash',
  ]
    .filter(Boolean)
    .join(' · ');
