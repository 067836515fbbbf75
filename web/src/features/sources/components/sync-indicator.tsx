import { Popover, Text, UnstyledButton } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '../../../lib/format.ts';
import { TextLink } from '../../../ui/links.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { overallPercent, phaseText } from '../account-status.ts';
import { accountsQuery } from '../api/accounts.ts';
import { Ring } from './ring.tsx';
import classes from './sync-indicator.module.css';

/** How often the state is asked for where the server cannot tell it. */
const ASK_MS = 5000;
/** So many accounts are listed; Apps has them all. */
const SHOWN = 5;
const isSyncing = ({ status }: SourceAccount) => status === 'syncing';

/** A ring in the header while accounts are syncing; opens a list of them. `live`: the server tells of changes itself. */
export function SyncIndicator({ live }: { live: boolean }) {
  const [opened, setOpened] = useState(false);
  const { data: accounts = [] } = useQuery({
    ...accountsQuery(),
    refetchInterval: ({ state }) => (!live && state.data?.some(isSyncing) ? ASK_MS : false),
  });
  const syncing = accounts.filter(isSyncing);
  const idle = syncing.length === 0;
  // Whoever has opened the list sees it end.
  if (idle && !opened) return null;

  const percent = idle ? 100 : overallPercent(syncing);
  const what = syncing.length === 1 ? syncing[0]?.name : `${syncing.length} accounts`;
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" shadow="md" radius={10} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={idle ? 'Everything is synced' : `Syncing ${what}${percent === null ? '' : `, ${percent} %`}`}
          onClick={() => setOpened(!opened)}
        >
          <Ring percent={percent} />
          <span className={classes.percent}>{percent === null ? 'Syncing' : `${percent} %`}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Syncing now" className={classes.dropdown}>
        {idle ? <Text c="dimmed">Everything is synced.</Text> : null}
        <ul className={classes.list}>
          {syncing.slice(0, SHOWN).map((account) => (
            <SyncingRow key={account.id} account={account} />
          ))}
        </ul>
        {syncing.length > SHOWN ? (
          <Text c="dimmed" mb="md">
            and {count(syncing.length - SHOWN, 'account')} more
          </Text>
        ) : null}
        <TextLink to="/apps" onClick={() => setOpened(false)}>
          Go to Apps
        </TextLink>
      </Popover.Dropdown>
    </Popover>
  );
}

function SyncingRow({ account: { slug, name, batch } }: { account: SourceAccount }) {
  const percent = batch?.percent ?? null;
  return (
    <li className={classes.row}>
      <SourceIcon slug={slug} size={36} />
      <div className={classes.text}>
        <Text fw={550} truncate>
          {name}
        </Text>
        <div className={classes.line}>
          <Text size="xs" c="dimmed" truncate>
            {phaseText(batch)}
          </Text>
          {percent === null ? null : <span className={classes.number}>{percent} %</span>}
        </div>
        <ProgressBar size={4} label={`Sync of ${name}`} percent={percent} />
      </div>
    </li>
  );
}
