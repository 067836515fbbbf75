import type { SourceAccount } from '@sheaf/contract';
import { type DialogProps, Modal } from '../../../../ui/dialogs/modal.tsx';
import { isNotSetUp } from '../../account-status.ts';
import { SyncSettingsForm } from './sync-settings-form.tsx';

interface SyncSettingsDialogProps extends DialogProps {
  account: SourceAccount | undefined;
}

export function SyncSettingsDialog({ account, opened, onClose }: SyncSettingsDialogProps) {
  const title = account && isNotSetUp(account) ? 'Choose what to sync' : 'Sync settings';
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={560}>
      {account ? <SyncSettingsForm key={account.id} account={account} onClose={onClose} /> : null}
    </Modal>
  );
}
