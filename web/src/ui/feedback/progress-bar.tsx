import { Progress } from '@mantine/core';

interface ProgressBarProps {
  /** Names what is in progress. */
  label: string;
  /** null while it is unknown: moving stripes are shown instead. */
  percent: number | null;
  size?: number;
}

export function ProgressBar({ label, percent, size = 6 }: ProgressBarProps) {
  const known = percent === null ? {} : { 'aria-valuenow': percent, 'aria-valuetext': `${percent}%` };
  return (
    <Progress.Root size={size}>
      <Progress.Section
        value={percent ?? 100}
        animated={percent === null}
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...known}
      />
    </Progress.Root>
  );
}
