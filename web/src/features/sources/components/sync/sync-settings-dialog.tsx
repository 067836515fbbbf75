import type { SourceAccount } from '@sheaf/contract';
import { useOpenedOnceMounted } from '../../../../ui/dialogs/lazy-dialog.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { SyncSettingsForm } from './sync-settings-form.tsx';

interface SyncSettingsDialogProps {
  account: SourceAccount | undefined;
  opened: boolean;
  onClose(): void;
}

export function SyncSettingsDialog({ account, opened, onClose }: SyncSettingsDialogProps) {
  return (
    <Modal opened={useOpenedOnceMounted(opened)} onClose={onClose} title="Sync settings" size={560}>
      {account ? <SyncSettingsForm key={account.id} account={account} onClose={onClose} /> : null}
    </Modal>
  );
}
