import type { SourceAccount } from '@sheaf/contract';
import { useState } from 'react';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';

const SyncSettingsDialog = lazyDialog(async () => (await import('./sync-settings-dialog.tsx')).SyncSettingsDialog);

interface SyncSettingsProps {
  accounts: readonly SourceAccount[] | undefined;
  /** The account whose settings are open. */
  id: string | undefined;
  onClose(): void;
}

/** The dialog, opened by the id of an account. Keeps showing the account while it fades out. */
export function SyncSettings({ accounts, id, onClose }: SyncSettingsProps) {
  const account = accounts?.find((one) => one.id === id && one.status !== 'disconnected');
  const [last, setLast] = useState(account);
  if (account && account !== last) setLast(account);
  return <SyncSettingsDialog opened={Boolean(account)} account={last} onClose={onClose} />;
}
