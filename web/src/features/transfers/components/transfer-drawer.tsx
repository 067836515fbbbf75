import type { TransferOutcome } from '@sheaf/contract';
import { useState } from 'react';
import { Drawer } from '../../../ui/dialogs/modal.tsx';
import { TransferView } from './transfer-view.tsx';

interface TransferDrawerProps {
  id: string | undefined;
  items?: TransferOutcome;
  onClose(): void;
}

/** The details of a transfer beside the list; the id stays while the drawer closes. */
export function TransferDrawer({ id, items, onClose }: TransferDrawerProps) {
  const [shown, setShown] = useState(id);
  if (id !== undefined && id !== shown) setShown(id);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size={680} title="Transfer">
      {shown ? <TransferView id={shown} items={items} onDeleted={onClose} /> : null}
    </Drawer>
  );
}
