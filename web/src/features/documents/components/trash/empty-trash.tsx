import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { TrashedAccount } from '@sheaf/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { accountText } from '../../../../lib/format/account-title.ts';
import { count, formatBytes } from '../../../../lib/format/format.ts';
import { type DialogProps, Modal, withoutMotion } from '../../../../ui/dialogs/modal.tsx';
import { useDialog } from '../../../../ui/dialogs/use-dialog.ts';
import { emptyTrash, trashQuery } from '../../api/trash.ts';
import { KeptElsewhere } from './kept-elsewhere.tsx';

/** The button that empties the trash, unless it is empty. */
export function EmptyTrash() {
  const { data = [] } = useQuery(trashQuery());
  const { opened, open, close } = useDialog();
  if (data.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
        onClick={() => open(undefined)}
      >
        Empty trash
      </Button>
      <EmptyTrashDialog opened={opened} accounts={data} onClose={close} />
    </>
  );
}

interface EmptyTrashDialogProps extends DialogProps {
  accounts: readonly TrashedAccount[];
}

function EmptyTrashDialog({ opened, accounts, onClose }: EmptyTrashDialogProps) {
  const { mutate, isPending } = useMutation(emptyTrash);
  const items = accounts.reduce((sum, account) => sum + account.items, 0);
  const confirm = () =>
    mutate(
      accounts.map(({ account }) => account.id),
      { onSuccess: onClose },
    );
  return (
    <Modal opened={opened} onClose={onClose} title="Empty trash?" transitionProps={withoutMotion}>
      <Stack gap="md">
        <Text>{count(items, 'item')} will be deleted for good. You can’t undo this.</Text>
        <List size="sm">
          {accounts.map((one) => (
            <List.Item key={one.account.id}>
              {accountText(one.account, one.source)}: {count(one.items, 'item')}, {formatBytes(one.bytes)}
            </List.Item>
          ))}
        </List>
        <KeptElsewhere sources={accounts.map(({ source }) => source)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={confirm}>
            Delete {count(items, 'item')} for good
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
