import { Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { SourceAccount } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy } from 'react';
import { count } from '../../../lib/format.ts';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import { disconnectAccount, syncNow } from '../api/accounts.ts';
import { beginConnecting } from '../api/connect.ts';
import { useNow } from '../use-now.ts';
import { type AccountActions, AccountCard } from './account-card.tsx';
import classes from './account-list.module.css';
import { Redirecting } from './redirecting.tsx';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));
const FailuresDrawer = lazy(async () => ({ default: (await import('./failures-drawer.tsx')).FailuresDrawer }));

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
  const failures = useDialog<string>();
  const failing = accounts.find(({ id }) => id === failures.item);

  const actions: AccountActions = {
    syncNow: ({ id }) => sync(id),
    openSettings: onSettings,
    reconnect: ({ id, slug }) => connect({ source: slug, account_id: id }),
    askToDisconnect: ({ id, name, files, source }) =>
      modals.openConfirmModal({
        title: `Disconnect ${name}?`,
        children: `Sheaf stops syncing it and gives its access to ${source.name} back. The copies stay: ${count(files, 'document')} can still be found here. You can connect it again any time.`,
        labels: { confirm: 'Disconnect', cancel: 'Cancel' },
        confirmProps: { color: 'red' },
        onConfirm: () => disconnect(id, { onSuccess: () => toast.success(`${name} is disconnected`) }),
      }),
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
      <LazyDialog opened={deletion.opened}>
        <DeleteAccountDialog opened={deletion.opened} account={deletion.item} onClose={deletion.close} />
      </LazyDialog>
      <LazyDialog opened={failures.opened}>
        <FailuresDrawer opened={failures.opened} account={failing} onClose={failures.close} />
      </LazyDialog>
      <Redirecting shown={leaving} />
    </>
  );
}

/** Stands where the cards are still loading. */
export function AccountPlaceholders() {
  return (
    <div className={classes.cards} role="status" aria-label="Loading">
      <Skeleton height={236} radius={12} />
      <Skeleton height={236} radius={12} />
      <Skeleton height={236} radius={12} />
    </div>
  );
}
