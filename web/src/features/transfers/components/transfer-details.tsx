import { Text } from '@mantine/core';
import type { Transfer, TransferOutcome } from '@sheaf/contract';
import { useRef, useState } from 'react';
import { formatAgo, formatTime } from '../../../lib/format/format.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { chosenText, conflictTexts, repeatTexts } from '../transfer-text.ts';
import { ItemList } from './item-list.tsx';
import { OpenDestination } from './open-destination.tsx';
import { RouteLine } from './route-line.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import classes from './transfers.module.css';

interface TransferDetailsProps {
  transfer: Transfer;
  /** Shows only items with this result, at first. */
  items?: TransferOutcome;
  onDeleted(): void;
}

/** One transfer: its progress, actions, settings, and the result of each item. */
export function TransferDetails({ transfer, items, onDeleted }: TransferDetailsProps) {
  const [outcome, setOutcome] = useState<TransferOutcome | undefined>(items);
  const list = useRef<HTMLElement>(null);
  const showLeft = () => {
    setOutcome('not_transferable');
    list.current?.focus();
  };
  const { mode, on_conflict, repeat, next_run_at, created_at, finished_at } = transfer;
  const facts = [
    { name: mode === 'move' ? 'Move' : 'Copy', value: chosenText(transfer) },
    { name: 'Name conflicts', value: conflictTexts[on_conflict] },
    { name: 'Started', value: formatAgo(created_at) },
    ...(finished_at ? [{ name: 'Ended', value: formatAgo(finished_at) }] : []),
    ...(repeat ? [{ name: 'Repeats', value: repeatTexts[repeat] }] : []),
    ...(next_run_at ? [{ name: 'Next run', value: formatTime(next_run_at) }] : []),
  ];
  return (
    <div className={classes.details}>
      <RouteLine transfer={transfer} />
      <TransferProgress transfer={transfer} onLeft={showLeft} />
      <div className="row wrap gap-8">
        <OpenDestination transfer={transfer} />
        <TransferActions transfer={transfer} onDeleted={onDeleted} />
      </div>
      <Facts facts={facts} />
      <Text size="xs" c="dimmed">
        A file counts as transferred after its copy is verified against the original.
        {mode === 'move' ? ' Only then is the original moved to its account’s trash.' : null}
      </Text>
      <ItemList ref={list} transfer={transfer} outcome={outcome} onOutcome={setOutcome} />
    </div>
  );
}
