import { Text } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { formatAgo } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { conflictTexts, repeatTexts } from '../transfer-text.ts';
import { ItemList } from './item-list.tsx';
import { RouteLine } from './route-line.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import classes from './transfers.module.css';

const timeOf = (iso: string) => new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** One transfer: how far it is, what can be done, what it was told to do, what became of each item. */
export function TransferDetails({ transfer, onDeleted }: { transfer: Transfer; onDeleted(): void }) {
  const { mode, on_conflict, selection_type, repeat, next_run_at, created_at, finished_at } = transfer;
  const facts = [
    {
      name: 'What',
      value: `${mode === 'move' ? 'Move' : 'Copy'} ${selection_type === 'all' ? 'everything' : 'chosen files'}`,
    },
    { name: 'Same names', value: conflictTexts[on_conflict] },
    { name: 'Begun', value: formatAgo(created_at) },
    ...(finished_at ? [{ name: 'Ended', value: formatAgo(finished_at) }] : []),
    ...(repeat ? [{ name: 'Repeats', value: repeatTexts[repeat] }] : []),
    ...(next_run_at ? [{ name: 'Next time', value: timeOf(next_run_at) }] : []),
  ];
  return (
    <div className={classes.details}>
      <RouteLine transfer={transfer} />
      <TransferProgress transfer={transfer} />
      <TransferActions transfer={transfer} onDeleted={onDeleted} />
      <Facts facts={facts} />
      <Text size="xs" c="dimmed">
        A file counts as arrived once its content at the destination was compared with the original.
        {mode === 'move' ? ' Only then the original goes to the trash of its account.' : null}
      </Text>
      <ItemList transfer={transfer} />
    </div>
  );
}
