import { Button } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { type Icon, IconAdjustmentsHorizontal, IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../../../ui/navigation/links.tsx';
import { freshnessText, isNotSetUp, problemText } from '../../account-status.ts';
import { syncNow } from '../../api/accounts.ts';
import { beginConnecting } from '../../api/connect.ts';
import { useNow } from '../../use-now.ts';
import { StatusDot } from '../accounts/account-state.tsx';
import { Redirecting } from '../connect/redirecting.tsx';
import classes from './account-sync.module.css';
import { SyncSettings } from './sync-settings.tsx';

/** How current the copies of an account are, on one line, with the actions for it. */
export function AccountSync({ account }: { account: SourceAccount }) {
  const now = useNow();
  return (
    <>
      <span className={classes.state} title={account.problem ? problemText(account, now) : undefined}>
        <StatusDot status={account.status} />
        <span className="ellipsis">{freshnessText(account, now)}</span>
      </span>
      <span className={classes.actions}>
        <SyncActions account={account} />
      </span>
    </>
  );
}

interface SyncActionsProps {
  account: SourceAccount;
  /** Large buttons, for the next step on an empty page. */
  large?: boolean;
}

/** The actions for the account’s state. */
export function SyncActions({ account, large = false }: SyncActionsProps) {
  const { id, slug, status } = account;
  const { mutate: sync, isPending } = useMutation(syncNow);
  const { mutate: connect, isPending: leaving } = useMutation(beginConnecting);
  const [settings, setSettings] = useState(false);
  const isNew = isNotSetUp(account);
  if (status === 'removing') return null;
  if (status === 'attention') {
    return (
      <ButtonLink to="/apps" variant={large ? 'filled' : 'subtle'} size={large ? 'sm' : 'compact-sm'}>
        Review
      </ButtonLink>
    );
  }
  if (status === 'needs_reauth' || status === 'disconnected') {
    return (
      <>
        <Action
          name={account.handed_over_from ? 'Connect' : 'Reconnect'}
          icon={IconPlugConnected}
          large={large}
          onClick={() => connect({ source: slug, account_id: id })}
        />
        <Redirecting shown={leaving} />
      </>
    );
  }
  return (
    <>
      {isNew || status === 'syncing' ? null : (
        <Action name="Sync now" icon={IconRefresh} large={large} disabled={isPending} onClick={() => sync(id)} />
      )}
      <Action
        name={isNew ? 'Choose what to sync' : 'Sync settings'}
        icon={IconAdjustmentsHorizontal}
        large={large}
        second={!isNew}
        onClick={() => setSettings(true)}
      />
      <SyncSettings accounts={[account]} id={settings ? id : undefined} onClose={() => setSettings(false)} />
    </>
  );
}

interface ActionProps {
  name: string;
  icon: Icon;
  large: boolean;
  /** The second of two large buttons. */
  second?: boolean;
  disabled?: boolean;
  onClick(): void;
}

function Action({ name, icon: Picture, large, second, ...button }: ActionProps) {
  const picture = <Picture size={16} stroke={1.8} aria-hidden />;
  const look = large
    ? ({ variant: second ? 'default' : 'filled', size: 'sm' } as const)
    : ({
        variant: 'subtle',
        size: 'compact-sm',
        classNames: { root: classes.action, label: 'unseen-on-phones' },
        title: name,
      } as const);
  return (
    <Button {...look} leftSection={picture} {...button}>
      {name}
    </Button>
  );
}
