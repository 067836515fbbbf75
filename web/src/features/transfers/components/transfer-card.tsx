import { Button } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { useId } from 'react';
import { formatAgo } from '../../../lib/format.ts';
import { isOpen, repeatTexts } from '../transfer-text.ts';
import { RouteLine } from './route-line.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import classes from './transfers.module.css';

interface TransferCardProps {
  transfer: Transfer;
  onDetails(): void;
}

export function TransferCard({ transfer, onDetails }: TransferCardProps) {
  const id = useId();
  const { from, to } = transfer;
  return (
    <article className={classes.card} aria-label={`From ${from.account.name} to ${to.account.name}`}>
      <RouteLine transfer={transfer} />
      <TransferProgress transfer={transfer} />
      <div className={classes.foot}>
        <span className={classes.what} id={id}>
          {whatText(transfer)}
        </span>
        <div className={classes.actions}>
          <Button size="xs" variant="default" aria-describedby={id} onClick={onDetails}>
            Details
          </Button>
          <TransferActions transfer={transfer} />
        </div>
      </div>
    </article>
  );
}

function whatText(transfer: Transfer): string {
  const { mode, selection_type, created_at, finished_at, repeat } = transfer;
  const what = `${mode === 'move' ? 'Move' : 'Copy'} of ${selection_type === 'all' ? 'everything' : 'chosen files'}`;
  const when = isOpen(transfer) ? `begun ${formatAgo(created_at)}` : `ended ${formatAgo(finished_at ?? created_at)}`;
  return [what, when, ...(repeat ? [`repeats ${repeatTexts[repeat].toLowerCase()}`] : [])].join(', ');
}
