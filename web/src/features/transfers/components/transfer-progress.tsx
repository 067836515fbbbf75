import { Anchor, Text } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { accountText } from '../../../lib/format/account-title.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { activityText, isOpen, leftText, problemText, progressTexts, statusTexts } from '../transfer-text.ts';
import classes from './transfers.module.css';

/** Shows a transfer as a success only if everything was transferred. */
export const lookOf = ({ status, not_transferable }: Transfer): Transfer['status'] =>
  status === 'completed' && not_transferable > 0 ? 'completed_with_errors' : status;

/** The progress or result of a transfer, and what blocks it. */
export function TransferProgress({ transfer, onLeft }: { transfer: Transfer; onLeft?(): void }) {
  const { status, percent, problem, to } = transfer;
  const open = isOpen(transfer);
  return (
    <div className="stack gap-8">
      <div className="row baseline between gap-12">
        <span className={classes.state} data-status={lookOf(transfer)}>
          {open ? activityText(transfer) : statusTexts[status]}
        </span>
        {open && percent !== null ? <span className="strong numeric">{percent}%</span> : null}
      </div>
      {open ? (
        <ProgressBar
          label={`Transfer to ${accountText(to.account, to.source)}`}
          percent={status === 'running' ? percent : (percent ?? 0)}
          size={8}
        />
      ) : null}
      <Figures transfer={transfer} onLeft={onLeft} />
      {problem ? (
        <Text className={classes.problem} data-urgent={status === 'failed' || undefined}>
          <IconAlertCircle size={18} stroke={1.7} aria-hidden />
          <span>{problemText(transfer)}</span>
        </Text>
      ) : null}
    </div>
  );
}

/** The results of the items; those that can’t be transferred link to their list. */
export function Figures({ transfer, onLeft }: { transfer: Transfer; onLeft?(): void }) {
  const left = leftText(transfer);
  return (
    <Text size="xs" c="dimmed" component="div" className={classes.figures}>
      {progressTexts(transfer).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {left === null ? null : onLeft ? (
        <Anchor component="button" type="button" size="xs" onClick={onLeft}>
          {left}
        </Anchor>
      ) : (
        <span>{left}</span>
      )}
    </Text>
  );
}
