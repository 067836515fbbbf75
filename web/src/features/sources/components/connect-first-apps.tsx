import { Button, Text, Title } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { accountText } from '../../../lib/format/account-title.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { isNotSetUp, phaseText, scopeText, statusTexts } from '../account-status.ts';
import { accountsQuery } from '../api/accounts.ts';
import { beginConnecting } from '../api/connect.ts';
import { Redirecting } from './connect/redirecting.tsx';
import { SourceList } from './connect/source-list.tsx';
import classes from './connect-first-apps.module.css';
import { SyncSettings } from './sync/sync-settings.tsx';

interface ConnectFirstAppsProps {
  /** The account whose sync settings are open. */
  settings: string | undefined;
  onSettings(id: string | undefined): void;
}

/** For the setup guide: the connected accounts, and the apps that can be connected. */
export function ConnectFirstApps({ settings, onSettings }: ConnectFirstAppsProps) {
  const { data: accounts = [] } = useQuery(accountsQuery());
  const { mutate: connect, isPending } = useMutation(beginConnecting);
  return (
    <>
      {accounts.length > 0 ? (
        <section aria-labelledby="connected-accounts">
          <Title order={2} size="h3" id="connected-accounts">
            Connected accounts
          </Title>
          <ul className={classes.accounts}>
            {accounts.map((account) => (
              <li key={account.id} className={`framed row gap-12 ${classes.account}`}>
                <SourceIcon slug={account.slug} />
                <span className="grow">
                  <Text truncate fw={550}>
                    {accountText(account, account.source)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {stateOf(account)}
                  </Text>
                </span>
                {isNotSetUp(account) ? (
                  <Button size="xs" variant="default" onClick={() => onSettings(account.id)}>
                    Choose what to sync
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="available-apps">
        <Title order={2} size="h3" id="available-apps" mb="sm">
          Available apps
        </Title>
        <SourceList disabled={isPending} onChoose={(source) => connect({ source, guide: true })} />
      </section>
      <Redirecting shown={isPending} />
      <SyncSettings accounts={accounts} id={settings} onClose={() => onSettings(undefined)} />
    </>
  );
}

function stateOf(account: SourceAccount): string {
  if (isNotSetUp(account)) return 'Nothing chosen yet';
  if (account.status === 'syncing') return phaseText(account.batch);
  return `${statusTexts[account.status]} · ${scopeText(account)}`;
}
