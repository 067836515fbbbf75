import type { TransferOutcome } from '@sheaf/contract';
import { useState } from 'react';
import { type DialogProps, Drawer } from '../../../ui/dialogs/modal.tsx';
import { TransferView } from './transfer-view.tsx';

interface TransferDrawerProps extends DialogProps {
  id: string | undefined;
  items?: TransferOutcome | undefined;
}

/** The details of a transfer beside the list; the id stays while the drawer closes. */
export function TransferDrawer({ opened, id, items, onClose }: TransferDrawerProps) {
  const [shown, setShown] = useState(id);
  if (id !== undefined && id !== shown) setShown(id);
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={680} title="Transfer">
      {shown ? <TransferView id={shown} items={items} onDeleted={onClose} /> : null}
    </Drawer>
  );
}
