import { Button } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { useId } from 'react';
import { accountText } from '../../../lib/format/account-title.ts';
import { formatTime } from '../../../lib/format/format.ts';
import { chosenText, isOpen, repeatTexts } from '../transfer-text.ts';
import { OpenDestination } from './open-destination.tsx';
import { RouteLine } from './route-line.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import classes from './transfers.module.css';

interface TransferCardProps {
  transfer: Transfer;
  onDetails(items?: 'not_transferable'): void;
}

export function TransferCard({ transfer, onDetails }: TransferCardProps) {
  const id = useId();
  const { from, to } = transfer;
  return (
    <article
      className={classes.card}
      aria-label={`From ${accountText(from.account, from.source)} to ${accountText(to.account, to.source)}`}
    >
      <h3 className={`ellipsis ${classes.chosen}`}>{chosenText(transfer)}</h3>
      <RouteLine transfer={transfer} />
      <TransferProgress transfer={transfer} onLeft={() => onDetails('not_transferable')} />
      <div className={`row wrap between ${classes.foot}`}>
        <span className="dimmed small" id={id}>
          {whatText(transfer)}
        </span>
        <div className="row wrap gap-8">
          <Button size="xs" variant="default" aria-describedby={id} onClick={() => onDetails()}>
            Details
          </Button>
          <OpenDestination transfer={transfer} />
          <TransferActions transfer={transfer} />
        </div>
      </div>
    </article>
  );
}

function whatText(transfer: Transfer): string {
  const { mode, created_at, finished_at, repeat } = transfer;
  const how = mode === 'move' ? 'Move' : 'Copy';
  const when = isOpen(transfer) ? `started ${formatTime(created_at)}` : formatTime(finished_at ?? created_at);
  return [how, when, ...(repeat ? [`repeats ${repeatTexts[repeat].toLowerCase()}`] : [])].join(' · ');
}
