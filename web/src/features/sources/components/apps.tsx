import { Title } from '@mantine/core';
import type { Source, SourceAccount } from '@sheaf/contract';
import { IconApps } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { count } from '../../../lib/format/format.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { everyAccountQuery } from '../api/accounts.ts';
import { beginConnecting } from '../api/connect.ts';
import { AccountList, AccountPlaceholders } from './accounts/account-list.tsx';
import classes from './apps.module.css';
import { ConnectAppButton } from './connect/connect-app-button.tsx';
import { Redirecting } from './connect/redirecting.tsx';
import { howToConnect, SourceList } from './connect/source-list.tsx';
import { SyncSettings } from './sync/sync-settings.tsx';

interface AppsProps {
  /** The account whose sync settings are open. */
  settings: string | undefined;
  onOpenSettings(id: string): void;
  onCloseSettings(): void;
}

/** The connected accounts, and below them the apps that can be connected. */
export function Apps({ settings, onOpenSettings, onCloseSettings }: AppsProps) {
  const { data: accounts, isError, refetch } = useQuery(everyAccountQuery());
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
      <SyncSettings accounts={accounts} id={settings} onClose={onCloseSettings} />
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
    const connected = accounts.filter(({ slug, removal }) => slug === source.slug && !removal).length;
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
