import { Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { SourceAccount } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { accountText } from '../../../../lib/format/account-title.ts';
import { count } from '../../../../lib/format/format.ts';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../../ui/dialogs/use-dialog.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { disconnectAccount, syncNow } from '../../api/accounts.ts';
import { beginConnecting } from '../../api/connect.ts';
import { useNow } from '../../use-now.ts';
import { Redirecting } from '../connect/redirecting.tsx';
import { AccountCard } from './account-card.tsx';
import classes from './account-list.module.css';
import type { AccountActions } from './account-menu.tsx';

const DeleteAccountDialog = lazyDialog(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog);
const RenameAccountDialog = lazyDialog(async () => (await import('./rename-account-dialog.tsx')).RenameAccountDialog);
const FailuresDrawer = lazyDialog(async () => (await import('./failures-drawer.tsx')).FailuresDrawer);

interface AccountListProps {
  accounts: readonly SourceAccount[];
  onSettings(account: SourceAccount): void;
}

/** The connected accounts as cards, with the dialogs their actions open. */
export function AccountList({ accounts, onSettings }: AccountListProps) {
  const now = useNow();
  const { mutate: sync } = useMutation(syncNow);
  const { mutate: disconnect } = useMutation(disconnectAccount);
  const { mutate: connect, isPending: leaving } = useMutation(beginConnecting);
  const deletion = useDialog<SourceAccount>();
  const renaming = useDialog<SourceAccount>();
  const failures = useDialog<string>();
  const failing = accounts.find(({ id }) => id === failures.item);

  const actions: AccountActions = {
    syncNow: ({ id }) => sync(id),
    openSettings: onSettings,
    reconnect: ({ id, slug }) => connect({ source: slug, account_id: id }),
    rename: renaming.open,
    askToDisconnect: (account) => {
      const { id, files, source } = account;
      const name = accountText(account, source);
      modals.openConfirmModal({
        title: `Disconnect ${name}?`,
        children: `This stops syncing and removes Sheaf’s access to ${source.name}. The copies in Sheaf stay (${count(files, 'document')}). You can reconnect any time.`,
        labels: { confirm: 'Disconnect', cancel: 'Cancel' },
        confirmProps: { color: 'red' },
        onConfirm: () => disconnect(id, { onSuccess: () => toast.success(`${name} is disconnected`) }),
      });
    },
    askToDelete: deletion.open,
    showFailures: ({ id }) => failures.open(id),
  };

  return (
    <>
      <ul className={classes.cards}>
        {accounts.map((account) => (
          <li key={account.id} className={classes.item}>
            <AccountCard account={account} actions={actions} now={now} />
          </li>
        ))}
      </ul>
      <RenameAccountDialog opened={renaming.opened} account={renaming.item} onClose={renaming.close} />
      <DeleteAccountDialog opened={deletion.opened} account={deletion.item} onClose={deletion.close} />
      <FailuresDrawer opened={failures.opened} account={failing} onClose={failures.close} />
      <Redirecting shown={leaving} />
    </>
  );
}

/** Shown while the cards are loading. */
export function AccountPlaceholders() {
  return (
    <div className={classes.cards} role="status" aria-label="Loading">
      <Skeleton height={236} radius={12} />
      <Skeleton height={236} radius={12} />
      <Skeleton height={236} radius={12} />
    </div>
  );
}
