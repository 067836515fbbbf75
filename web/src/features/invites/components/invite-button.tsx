import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog);

/** 'Invite people' with the dialog it opens. */
export function InviteButton({ seatPrice }: { seatPrice?: string | undefined }) {
  const { opened, open, close } = useDialog();
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} stroke={2} aria-hidden />} onClick={() => open()}>
        Invite people
      </Button>
      <InviteDialog opened={opened} onClose={close} seatPrice={seatPrice} />
    </>
  );
}
