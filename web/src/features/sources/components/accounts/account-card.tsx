import { Button, Text, Title } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { accountLine, accountText, accountTitle } from '../../../../lib/format/account-title.ts';
import { count, formatAgo, formatBytes } from '../../../../lib/format/format.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { RemovalProgress } from '../../../../ui/feedback/removal-progress.tsx';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import {
  handedOverText,
  isNotSetUp,
  notIncludedText,
  phaseText,
  problemText,
  scopeText,
} from '../../account-status.ts';
import { formatSoon } from '../../format-soon.ts';
import { SandboxBadge } from '../sandbox-badge.tsx';
import classes from './account-card.module.css';
import { type AccountActions, AccountMenu } from './account-menu.tsx';
import { AccountState } from './account-state.tsx';
import { DeletionBrake } from './deletion-brake.tsx';
import { QuotaBar } from './quota-bar.tsx';

interface AccountCardProps {
  account: SourceAccount;
  actions: AccountActions;
  now: number;
}

export function AccountCard({ account, actions, now }: AccountCardProps) {
  const id = useId();
  const { slug, source } = account;
  const title = accountTitle(account, source);
  return (
    <article className={classes.card} aria-labelledby={`${id}-name ${id}-source`}>
      <div className="row gap-12">
        <SourceIcon slug={slug} size={44} />
        <div className="grow">
          <Title order={3} size="sm" className="ellipsis" title={title} id={`${id}-name`}>
            {title}
          </Title>
          <div className={classes.source}>
            <Text size="xs" c="dimmed" truncate id={`${id}-source`}>
              {accountLine(account, source)}
            </Text>
            {account.sandbox ? <SandboxBadge /> : null}
          </div>
        </div>
        {account.removal ? null : <AccountMenu account={account} actions={actions} />}
      </div>
      {account.removal ? (
        <RemovalProgress
          text="Removing…"
          label={`Removal of ${accountText(account, source)}`}
          removal={account.removal}
          size="xs"
        />
      ) : (
        <Details account={account} actions={actions} now={now} />
      )}
    </article>
  );
}

/** The facts and actions of an account that is not being removed. */
function Details({ account, actions, now }: AccountCardProps) {
  const { source, status, problem, failed, quota } = account;
  return (
    <>
      <div className="row baseline between gap-12">
        <AccountState status={status} />
        <Text size="xs" c="dimmed">
          {isNotSetUp(account) ? 'Nothing chosen yet' : scopeText(account)}
        </Text>
      </div>
      {account.handed_over_from ? <Problem text={handedOverText(account)} urgent={false} /> : null}
      {problem && status !== 'attention' ? (
        <Problem text={problemText(account, now)} urgent={status === 'error'} />
      ) : null}
      {account.not_included.map((one) => (
        <Problem key={one.what} text={notIncludedText(one)} urgent={false} />
      ))}
      {status === 'syncing' ? <SyncProgress account={account} /> : null}
      {status === 'attention' ? <DeletionBrake account={account} /> : null}
      <Figures account={account} now={now} />
      {quota?.total ? <QuotaBar used={quota.used ?? 0} total={quota.total} source={source.name} /> : null}
      <div className={classes.foot}>
        <MainAction account={account} actions={actions} />
        {status === 'disconnected' ? null : (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`Disconnect ${accountText(account, source)}`}
            onClick={() => actions.askToDisconnect(account)}
          >
            Disconnect
          </Button>
        )}
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
    </>
  );
}

/** The button for the next step in the account’s state. */
function MainAction({ account, actions }: Omit<AccountCardProps, 'now'>) {
  const { status } = account;
  if (status === 'needs_reauth' || status === 'disconnected') {
    return (
      <Button
        size="xs"
        variant={status === 'needs_reauth' ? 'filled' : 'default'}
        onClick={() => actions.reconnect(account)}
      >
        {account.handed_over_from ? 'Connect' : 'Reconnect'}
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

function SyncProgress({ account }: Pick<AccountCardProps, 'account'>) {
  const { batch, source } = account;
  const percent = batch?.percent ?? null;
  return (
    <div className="stack gap-6">
      <div className="row baseline between gap-12">
        <Text size="xs">{phaseText(batch)}</Text>
        {percent === null ? null : <span className="small strong numeric">{percent}%</span>}
      </div>
      <ProgressBar label={`Sync of ${accountText(account, source)}`} percent={percent} />
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
          <dt className="dimmed small">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
