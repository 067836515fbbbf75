import { Text } from '@mantine/core';
import { count } from '../../lib/format/format.ts';
import { ProgressBar } from './progress-bar.tsx';
import classes from './removal-progress.module.css';

interface RemovalProgressProps {
  /** As in 'Removing Kim Lee…'. */
  text: string;
  /** Names what is in progress. */
  label: string;
  /** In files; the total is 0 if only other things are removed, such as messages. */
  removal: { total: number; processed: number };
  size: 'xs' | 'sm';
}

/** The progress of removing an account, or a member with their files. */
export function RemovalProgress({ text, label, removal: { total, processed }, size }: RemovalProgressProps) {
  const percent = total > 0 ? Math.min(99, Math.floor((processed / total) * 100)) : null;
  const files = `${Math.min(processed, total).toLocaleString('en')} of ${count(total, 'file')}`;
  return (
    <div className="stack gap-6">
      <div className="row baseline between gap-12">
        <Text size={size} className="shrinkable numeric breakable">
          {text} {total > 0 ? <span className={classes.files}>{files}</span> : null}
        </Text>
        {percent === null ? null : <span className="rigid small strong numeric">{percent}%</span>}
      </div>
      <ProgressBar label={label} percent={percent} />
    </div>
  );
}
