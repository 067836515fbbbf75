import { Title } from '@mantine/core';
import type { Source, SourceAccount } from '@sheaf/contract';
import { IconApps } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { accountsQuery } from '../api/accounts.ts';
import { beginConnecting } from '../api/connect.ts';
import { AccountList, AccountPlaceholders } from './account-list.tsx';
import classes from './apps.module.css';
import { ConnectAppButton } from './connect-app-button.tsx';
import { Redirecting } from './redirecting.tsx';
import { howToConnect, SourceList } from './source-list.tsx';

const SyncSettingsDialog = lazy(async () => ({
  default: (await import('./sync-settings-dialog.tsx')).SyncSettingsDialog,
}));

interface AppsProps {
  /** The account whose sync settings are open. */
  settings: string | undefined;
  onOpenSettings(id: string): void;
  onCloseSettings(): void;
}

/** The connected accounts, and below them what else can be connected. */
export function Apps({ settings, onOpenSettings, onCloseSettings }: AppsProps) {
  const { data: accounts, isError, refetch } = useQuery(accountsQuery());
  const account = accounts?.find(({ id, status }) => id === settings && status !== 'disconnected');
  return (
    <>
      {accounts ? (
        <Accounts accounts={accounts} onOpenSettings={onOpenSettings} />
      ) : isError ? (
        <LoadFailed what="your accounts" retry={() => void refetch()} />
      ) : (
        <AccountPlaceholders />
      )}
      <Catalogue accounts={accounts ?? []} />
      <Settings account={account} onClose={onCloseSettings} />
    </>
  );
}

function Accounts({ accounts, onOpenSettings }: { accounts: SourceAccount[]; onOpenSettings(id: string): void }) {
  if (accounts.length === 0) {
    return (
      <EmptyState icon={IconApps} title="No apps connected" action={<ConnectAppButton />}>
        A connected app brings its files and chats into Sheaf and keeps them up to date.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="connected-accounts">
      <Title order={2} id="connected-accounts" className={classes.title}>
        Connected accounts
      </Title>
      <AccountList accounts={accounts} onSettings={({ id }) => onOpenSettings(id)} />
    </section>
  );
}

function Catalogue({ accounts }: { accounts: readonly SourceAccount[] }) {
  const { mutate: connect, isPending } = useMutation(beginConnecting);
  const note = (source: Source) => {
    const connected = accounts.filter(({ slug }) => slug === source.slug).length;
    return connected > 0 ? `${count(connected, 'account')} connected` : howToConnect(source);
  };
  return (
    <section className={classes.catalogue} aria-labelledby="available-apps">
      <Title order={2} id="available-apps" className={classes.title}>
        Available apps
      </Title>
      <SourceList disabled={isPending} onChoose={(source) => connect({ source })} note={note} />
      <Redirecting shown={isPending} />
    </section>
  );
}

/** Keeps showing the account while the dialog fades out. */
function Settings({ account, onClose }: { account: SourceAccount | undefined; onClose(): void }) {
  const [last, setLast] = useState(account);
  if (account && account !== last) setLast(account);
  return (
    <LazyDialog opened={Boolean(account)}>
      <SyncSettingsDialog opened={Boolean(account)} account={last} onClose={onClose} />
    </LazyDialog>
  );
}
