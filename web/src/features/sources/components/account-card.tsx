import { Button, Text, Title } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { count, formatAgo, formatBytes } from '../../../lib/format.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { isNotSetUp, phaseText, scopeText } from '../account-status.ts';
import { formatSoon } from '../format-soon.ts';
import classes from './account-card.module.css';
import { AccountMenu } from './account-menu.tsx';
import { AccountState } from './account-state.tsx';
import { DeletionBrake } from './deletion-brake.tsx';
import { QuotaBar } from './quota-bar.tsx';
import { SandboxBadge } from './sandbox-badge.tsx';

export interface AccountActions {
  syncNow(account: SourceAccount): void;
  openSettings(account: SourceAccount): void;
  reconnect(account: SourceAccount): void;
  askToDisconnect(account: SourceAccount): void;
  askToDelete(account: SourceAccount): void;
  showFailures(account: SourceAccount): void;
}

interface AccountCardProps {
  account: SourceAccount;
  actions: AccountActions;
  now: number;
}

export function AccountCard({ account, actions, now }: AccountCardProps) {
  const id = useId();
  const { slug, source, name, status, problem, failed, quota } = account;
  return (
    <article className={classes.card} aria-labelledby={`${id}-name ${id}-source`}>
      <div className={classes.head}>
        <SourceIcon slug={slug} size={44} />
        <div className={classes.names}>
          <Title order={3} size="sm" className={classes.name} title={name} id={`${id}-name`}>
            {name}
          </Title>
          <div className={classes.source}>
            <Text size="xs" c="dimmed" id={`${id}-source`}>
              {source.name}
            </Text>
            {account.sandbox ? <SandboxBadge /> : null}
          </div>
        </div>
        <AccountMenu account={account} actions={actions} />
      </div>
      <div className={classes.line}>
        <AccountState status={status} />
        <Text size="xs" c="dimmed">
          {isNotSetUp(account) ? 'Nothing chosen yet' : scopeText(account)}
        </Text>
      </div>
      {problem && status !== 'attention' ? <Problem text={problem} urgent={status === 'error'} /> : null}
      {status === 'syncing' ? <SyncProgress account={account} /> : null}
      {status === 'attention' ? <DeletionBrake account={account} /> : null}
      <Figures account={account} now={now} />
      {quota?.total ? <QuotaBar used={quota.used ?? 0} total={quota.total} source={source.name} /> : null}
      <div className={classes.foot}>
        <MainAction account={account} actions={actions} />
        {failed > 0 ? (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            c="var(--mantine-color-error)"
            leftSection={<IconAlertCircle size={16} stroke={1.8} aria-hidden />}
            onClick={() => actions.showFailures(account)}
          >
            {count(failed, 'item')} failed
          </Button>
        ) : null}
      </div>
    </article>
  );
}

/** What the state of the account calls for. */
function MainAction({ account, actions }: Omit<AccountCardProps, 'now'>) {
  const { status } = account;
  if (status === 'needs_reauth' || status === 'disconnected') {
    return (
      <Button
        size="xs"
        variant={status === 'needs_reauth' ? 'filled' : 'default'}
        onClick={() => actions.reconnect(account)}
      >
        Reconnect
      </Button>
    );
  }
  if (isNotSetUp(account)) {
    return (
      <Button size="xs" onClick={() => actions.openSettings(account)}>
        Choose what to sync
      </Button>
    );
  }
  return (
    <>
      {status === 'syncing' || status === 'attention' ? null : (
        <Button size="xs" variant="default" onClick={() => actions.syncNow(account)}>
          Sync now
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => actions.openSettings(account)}>
        Sync settings
      </Button>
    </>
  );
}

function Problem({ text, urgent }: { text: string; urgent: boolean }) {
  return (
    <Text size="xs" className={classes.problem} data-urgent={urgent || undefined}>
      {text}
    </Text>
  );
}

function SyncProgress({ account: { name, batch } }: Pick<AccountCardProps, 'account'>) {
  const percent = batch?.percent ?? null;
  return (
    <div className={classes.progress}>
      <div className={classes.line}>
        <Text size="xs">{phaseText(batch)}</Text>
        {percent === null ? null : <span className={classes.percent}>{percent} %</span>}
      </div>
      <ProgressBar label={`Sync of ${name}`} percent={percent} />
    </div>
  );
}

function Figures({ account, now }: Omit<AccountCardProps, 'actions'>) {
  const { files, bytes, last_synced_at: last, next_sync_at: next, status } = account;
  const waiting = status === 'connected' || status === 'error' || status === 'attention';
  const figures = [
    { name: 'Files', value: files.toLocaleString('en') },
    { name: 'Size', value: formatBytes(bytes) },
    { name: 'Last sync', value: last ? formatAgo(last, now) : 'Not yet' },
    { name: 'Next sync', value: waiting && next ? formatSoon(next, now) : status === 'syncing' ? 'Now' : 'None' },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
