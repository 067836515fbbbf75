import { Group, Popover, Text, UnstyledButton } from '@mantine/core';
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

/** Other long work, told of like a sync. */
export interface Work {
  id: string;
  slug: string;
  name: string;
  text: string;
  percent: number | null;
}

interface SyncIndicatorProps {
  /** The server tells of changes itself. */
  live: boolean;
  transfers: readonly Work[];
}

/** A ring in the header while accounts are syncing or files are transferred; opens a list of both. */
export function SyncIndicator({ live, transfers }: SyncIndicatorProps) {
  const [opened, setOpened] = useState(false);
  const { data: accounts = [] } = useQuery({
    ...accountsQuery(),
    refetchInterval: ({ state }) => (!live && state.data?.some(isSyncing) ? ASK_MS : false),
  });
  const syncing = accounts.filter(isSyncing);
  const work = [...syncing.map(workOf), ...transfers];
  const idle = work.length === 0;
  // Whoever has opened the list sees it end.
  if (idle && !opened) return null;

  const percent = idle ? 100 : percentOf(syncing, transfers);
  const doing = syncing.length > 0 ? 'Syncing' : 'Transferring';
  const what = work.length === 1 ? work[0]?.name : count(work.length, 'account');
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" shadow="md" radius={10} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={idle ? 'Everything is synced' : `${doing} ${what}${percent === null ? '' : `, ${percent} %`}`}
          onClick={() => setOpened(!opened)}
        >
          <Ring percent={percent} />
          <span className={classes.percent}>{percent === null ? doing : `${percent} %`}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${doing} now`} className={classes.dropdown}>
        {idle ? <Text c="dimmed">Everything is synced.</Text> : null}
        <ul className={classes.list}>
          {work.slice(0, SHOWN).map((one) => (
            <WorkRow key={one.id} work={one} />
          ))}
        </ul>
        {work.length > SHOWN ? (
          <Text c="dimmed" mb="md">
            and {count(work.length - SHOWN, 'account')} more
          </Text>
        ) : null}
        <Group gap="md">
          <TextLink to="/apps" onClick={() => setOpened(false)}>
            Go to Apps
          </TextLink>
          {transfers.length > 0 ? (
            <TextLink to="/switch-cloud" onClick={() => setOpened(false)}>
              Go to Switch cloud
            </TextLink>
          ) : null}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

const workOf = ({ id, slug, name, batch }: SourceAccount): Work => ({
  id,
  slug,
  name,
  text: phaseText(batch),
  percent: batch?.percent ?? null,
});

/** Syncs count together by their files; each transfer counts as much as all of them. */
function percentOf(syncing: readonly SourceAccount[], transfers: readonly Work[]): number | null {
  const known = [overallPercent(syncing), ...transfers.map(({ percent }) => percent)].filter((one) => one !== null);
  return known.length === 0 ? null : Math.floor(known.reduce((sum, one) => sum + one, 0) / known.length);
}

function WorkRow({ work: { slug, name, text, percent } }: { work: Work }) {
  return (
    <li className={classes.row}>
      <SourceIcon slug={slug} size={36} />
      <div className={classes.text}>
        <Text fw={550} truncate>
          {name}
        </Text>
        <div className={classes.line}>
          <Text size="xs" c="dimmed" truncate>
            {text}
          </Text>
          {percent === null ? null : <span className={classes.number}>{percent} %</span>}
        </div>
        <ProgressBar size={4} label={`Progress of ${name}`} percent={percent} />
      </div>
    </li>
  );
}
