import { Text } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { activityText, isOpen, progressTexts, statusTexts } from '../transfer-text.ts';
import classes from './transfers.module.css';

/** How far a transfer is or how it ended, and what stands in its way. */
export function TransferProgress({ transfer }: { transfer: Transfer }) {
  const { status, percent, problem, to } = transfer;
  const open = isOpen(transfer);
  return (
    <div className={classes.progress}>
      <div className={classes.line}>
        <span className={classes.state} data-status={status}>
          {open ? activityText(transfer) : statusTexts[status]}
        </span>
        {open && percent !== null ? <span className={classes.percent}>{percent} %</span> : null}
      </div>
      {open ? (
        <ProgressBar
          label={`Transfer to ${to.account.name}`}
          percent={status === 'running' ? percent : (percent ?? 0)}
          size={8}
        />
      ) : null}
      <Text size="xs" c="dimmed" className={classes.figures}>
        {progressTexts(transfer).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </Text>
      {problem ? (
        <Text className={classes.problem} data-urgent={status === 'failed' || undefined}>
          <IconAlertCircle size={18} stroke={1.7} aria-hidden />
          <span>{problem}</span>
        </Text>
      ) : null}
    </div>
  );
}
