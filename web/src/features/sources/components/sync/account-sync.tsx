import { Button } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { IconAdjustmentsHorizontal, IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ButtonLink } from '../../../../ui/navigation/links.tsx';
import { freshnessText, isNotSetUp, problemText } from '../../account-status.ts';
import { syncNow } from '../../api/accounts.ts';
import { beginConnecting } from '../../api/connect.ts';
import { useNow } from '../../use-now.ts';
import { StatusDot } from '../accounts/account-state.tsx';
import { Redirecting } from '../connect/redirecting.tsx';
import classes from './account-sync.module.css';
import { SyncSettings } from './sync-settings.tsx';

/** How current the copies of an account are, on one line, and what can be done about it. */
export function AccountSync({ account }: { account: SourceAccount }) {
  const now = useNow();
  const [settings, setSettings] = useState(false);
  return (
    <>
      <span className={classes.state} title={account.problem ? problemText(account, now) : undefined}>
        <StatusDot status={account.status} />
        {freshnessText(account, now)}
      </span>
      <span className={classes.actions}>
        <Actions account={account} onSettings={() => setSettings(true)} />
      </span>
      <SyncSettings accounts={[account]} id={settings ? account.id : undefined} onClose={() => setSettings(false)} />
    </>
  );
}

function Actions({ account, onSettings }: { account: SourceAccount; onSettings(): void }) {
  const { id, slug, status } = account;
  const { mutate: sync, isPending } = useMutation(syncNow);
  const { mutate: connect, isPending: leaving } = useMutation(beginConnecting);
  if (status === 'needs_reauth' || status === 'disconnected') {
    return (
      <>
        <Action
          name={account.handed_over_from ? 'Connect' : 'Reconnect'}
          icon={<IconPlugConnected size={16} stroke={1.8} aria-hidden />}
          onClick={() => connect({ source: slug, account_id: id })}
        />
        <Redirecting shown={leaving} />
      </>
    );
  }
  if (status === 'attention') {
    return (
      <ButtonLink to="/apps" variant="subtle" size="compact-sm">
        Review
      </ButtonLink>
    );
  }
  const isNew = isNotSetUp(account);
  return (
    <>
      {isNew || status === 'syncing' ? null : (
        <Action
          name="Sync now"
          icon={<IconRefresh size={16} stroke={1.8} aria-hidden />}
          disabled={isPending}
          onClick={() => sync(id)}
        />
      )}
      <Action
        name={isNew ? 'Choose what to sync' : 'Sync settings'}
        icon={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden />}
        onClick={onSettings}
      />
    </>
  );
}

interface ActionProps {
  name: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick(): void;
}

const Action = ({ name, icon, ...button }: ActionProps) => (
  <Button variant="subtle" size="compact-sm" className={classes.action} leftSection={icon} title={name} {...button}>
    {name}
  </Button>
);
