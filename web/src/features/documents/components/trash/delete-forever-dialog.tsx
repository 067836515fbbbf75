import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { count } from '../../../../lib/format/format.ts';
import { type DialogProps, Modal, withoutMotion } from '../../../../ui/dialogs/modal.tsx';
import { deleteForever, nameOf } from '../../api/trash.ts';
import { KeptElsewhere } from './kept-elsewhere.tsx';

/** This many names identify the documents. */
const NAMED = 5;

interface DeleteForeverDialogProps extends DialogProps {
  documents: readonly Document[];
}

export function DeleteForeverDialog({ opened, documents, onClose }: DeleteForeverDialogProps) {
  const { mutate, isPending } = useMutation(deleteForever);
  const inside = documents.reduce((sum, { deleted }) => sum + (deleted?.contents ?? 0), 0);
  const others = documents.length - NAMED;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Delete ${nameOf(documents)} for good?`}
      transitionProps={withoutMotion}
    >
      <Stack gap="md">
        {documents.length > 1 ? (
          <List size="sm">
            {documents.slice(0, NAMED).map(({ id, name }) => (
              <List.Item key={id}>{name}</List.Item>
            ))}
            {others > 0 ? <List.Item>{count(others, 'more document')}</List.Item> : null}
          </List>
        ) : null}
        <Text>{inside > 0 ? `${count(inside, 'item')} inside will be deleted too. ` : ''}You can’t undo this.</Text>
        <KeptElsewhere sources={documents.map(({ source }) => source)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate(documents, { onSuccess: onClose })}>
            Delete forever
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
