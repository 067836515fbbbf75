import { Group, Popover, Text, UnstyledButton } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountText } from '../../../../lib/format/account-title.ts';
import { count } from '../../../../lib/format/format.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { TextLink } from '../../../../ui/navigation/links.tsx';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import { overallPercent, phaseText } from '../../account-status.ts';
import { accountsQuery } from '../../api/accounts.ts';
import classes from './sync-indicator.module.css';

const RADIUS = 8;
const LENGTH = 2 * Math.PI * RADIUS;

/** Progress as a ring; a part of it rotates while the progress is unknown. */
function Ring({ percent }: { percent: number | null }) {
  const drawn = LENGTH * ((percent ?? 25) / 100);
  return (
    <svg className={classes.ring} width={20} height={20} viewBox="0 0 20 20" aria-hidden>
      <circle className={classes.track} cx={10} cy={10} r={RADIUS} />
      <circle
        className={classes.done}
        data-turning={percent === null || undefined}
        cx={10}
        cy={10}
        r={RADIUS}
        strokeDasharray={`${drawn} ${LENGTH}`}
      />
    </svg>
  );
}

/** How often the state is polled while the event stream is closed. */
const POLL_MS = 5000;
/** At most this many accounts are listed; the page Apps has all. */
const MAX_SHOWN = 5;
const isSyncing = ({ status }: SourceAccount) => status === 'syncing';

/** Other long work that is shown like a sync. */
export interface Work {
  id: string;
  slug: string;
  name: string;
  text: string;
  percent: number | null;
}

interface SyncIndicatorProps {
  /** The event stream is open, so polling is not needed. */
  live: boolean;
  transfers: readonly Work[];
}

/** A ring in the header while accounts are syncing or files are transferred; opens a list of both. */
export function SyncIndicator({ live, transfers }: SyncIndicatorProps) {
  const [opened, setOpened] = useState(false);
  const { data: accounts = [] } = useQuery({
    ...accountsQuery(),
    refetchInterval: ({ state }) => (!live && state.data?.some(isSyncing) ? POLL_MS : false),
  });
  const syncing = accounts.filter(isSyncing);
  const work = [...syncing.map(workOf), ...transfers];
  const idle = work.length === 0;
  // Stays while the list is open, so that people see the sync end.
  if (idle && !opened) return null;

  const percent = idle ? 100 : percentOf(syncing, transfers);
  const doing = syncing.length > 0 ? 'Syncing' : 'Transferring';
  const what = work.length === 1 ? work[0]?.name : count(work.length, 'account');
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" shadow="md" radius={10} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={`hoverable row gap-8 rigid ${classes.target}`}
          aria-label={idle ? 'Everything is synced' : `${doing} ${what}${percent === null ? '' : `, ${percent}%`}`}
          onClick={() => setOpened(!opened)}
        >
          <Ring percent={percent} />
          <span className={classes.percent}>{percent === null ? doing : `${percent}%`}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${doing} now`} className={classes.dropdown}>
        {idle ? <Text c="dimmed">Everything is synced.</Text> : null}
        <ul className={classes.list}>
          {work.slice(0, MAX_SHOWN).map((one) => (
            <WorkRow key={one.id} work={one} />
          ))}
        </ul>
        {work.length > MAX_SHOWN ? (
          <Text c="dimmed" mb="md">
            and {count(work.length - MAX_SHOWN, 'account')} more
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

const workOf = (account: SourceAccount): Work => ({
  id: account.id,
  slug: account.slug,
  name: accountText(account, account.source),
  text: phaseText(account.batch),
  percent: account.batch?.percent ?? null,
});

/** Syncs count together, by their files; each transfer counts as much as all syncs. */
function percentOf(syncing: readonly SourceAccount[], transfers: readonly Work[]): number | null {
  const known = [overallPercent(syncing), ...transfers.map(({ percent }) => percent)].filter((one) => one !== null);
  return known.length === 0 ? null : Math.floor(known.reduce((sum, one) => sum + one, 0) / known.length);
}

function WorkRow({ work: { slug, name, text, percent } }: { work: Work }) {
  return (
    <li className="row gap-12">
      <SourceIcon slug={slug} size={36} />
      <div className="grow">
        <Text fw={550} truncate>
          {name}
        </Text>
        <div className={classes.line}>
          <Text size="xs" c="dimmed" truncate>
            {text}
          </Text>
          {percent === null ? null : <span className="rigid dimmed small numeric">{percent}%</span>}
        </div>
        <ProgressBar size={4} label={`Progress of ${name}`} percent={percent} />
      </div>
    </li>
  );
}
