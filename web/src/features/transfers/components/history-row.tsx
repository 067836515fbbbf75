import { Button } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { useId } from 'react';
import { accountText, accountTitle } from '../../../lib/format/account-title.ts';
import { formatTime } from '../../../lib/format/format.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { chosenText, destinationText, problemText, repeatTexts, statusTexts } from '../transfer-text.ts';
import classes from './history.module.css';
import { OpenDestination } from './open-destination.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { Figures, lookOf } from './transfer-progress.tsx';
import shared from './transfers.module.css';

interface HistoryRowProps {
  transfer: Transfer;
  onDetails(items?: 'not_transferable'): void;
}

/** A transfer that has ended, in a line or two. */
export function HistoryRow({ transfer, onDetails }: HistoryRowProps) {
  const id = useId();
  const { from, to, status, mode, repeat, created_at, finished_at, problem } = transfer;
  const route = [accountTitle(from.account, from.source), destinationText(transfer)] as const;
  return (
    <article
      className={classes.row}
      aria-label={`From ${accountText(from.account, from.source)} to ${accountText(to.account, to.source)}`}
    >
      <div className="stack gap-2 shrinkable">
        <h3 className={`ellipsis ${shared.chosen}`} id={id}>
          {chosenText(transfer)}
        </h3>
        <div className={classes.route} title={route.join(' to ')}>
          <SourceIcon slug={from.source.slug} size={20} />
          <span>{route[0]}</span>
          <IconArrowRight size={16} stroke={1.7} role="img" aria-label="to" />
          <SourceIcon slug={to.source.slug} size={20} />
          <span>{route[1]}</span>
        </div>
      </div>
      <div className="stack gap-2 shrinkable">
        <span className={shared.state} data-status={lookOf(transfer)}>
          {statusTexts[status]}
        </span>
        <Figures transfer={transfer} onLeft={() => onDetails('not_transferable')} />
        {problem ? (
          <span className={`small breakable ${classes.problem}`} data-status={status}>
            {problemText(transfer)}
          </span>
        ) : null}
      </div>
      <span className="dimmed small">
        {mode === 'move' ? 'Move' : 'Copy'} · {formatTime(finished_at ?? created_at)}
        {repeat ? ` · repeats ${repeatTexts[repeat].toLowerCase()}` : null}
      </span>
      <div className={`row wrap gap-8 ${classes.actions}`}>
        <Button size="xs" variant="default" aria-describedby={id} onClick={() => onDetails()}>
          Details
        </Button>
        <OpenDestination transfer={transfer} compact />
        <TransferActions transfer={transfer} compact />
      </div>
    </article>
  );
}
