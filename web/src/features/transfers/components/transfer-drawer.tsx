import { useState } from 'react';
import { Drawer } from '../../../ui/dialogs/modal.tsx';
import { TransferView } from './transfer-view.tsx';

/** The details of a transfer beside the list; the id stays while the drawer closes. */
export function TransferDrawer({ id, onClose }: { id: string | undefined; onClose(): void }) {
  const [shown, setShown] = useState(id);
  if (id !== undefined && id !== shown) setShown(id);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size={680} title="Transfer">
      {shown ? <TransferView id={shown} onDeleted={onClose} /> : null}
    </Drawer>
  );
}
