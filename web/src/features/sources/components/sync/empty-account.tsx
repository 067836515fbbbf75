import type { SourceAccount } from '@sheaf/contract';
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconFolder,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { isNotSetUp, phaseText, problemText } from '../../account-status.ts';
import { SyncActions } from './account-sync.tsx';

/** Shown for an account without files: why, and what to do about it. */
export function EmptyAccount({ account }: { account: SourceAccount }) {
  const { icon, title, text } = reasonOf(account);
  return (
    <EmptyState icon={icon} title={title} action={<SyncActions account={account} large />}>
      {text}
    </EmptyState>
  );
}

function reasonOf(account: SourceAccount): { icon: Icon; title: string; text: string } {
  const { source, status, batch } = account;
  if (isNotSetUp(account)) {
    return {
      icon: IconAdjustmentsHorizontal,
      title: 'Not synced yet',
      text: `${source.name} is connected. Choose what to sync to see it here.`,
    };
  }
  switch (status) {
    case 'syncing':
      return {
        icon: IconRefresh,
        title: 'Syncing the first files',
        text: `${phaseText(batch)}. They appear here as they arrive.`,
      };
    case 'error':
    case 'attention':
      return {
        icon: IconAlertTriangle,
        title: status === 'error' ? `Couldn’t sync ${source.name}` : 'Needs your decision',
        text: problemText(account),
      };
    case 'needs_reauth':
    case 'disconnected':
      return {
        icon: IconPlugConnectedX,
        title: status === 'disconnected' ? `${source.name} is disconnected` : `${source.name} needs to be reconnected`,
        text: 'Reconnect it to see its files here.',
      };
    default:
      return {
        icon: IconFolder,
        title: 'No files yet',
        text: `Files in ${source.name} appear here once they’re synced.`,
      };
  }
}
