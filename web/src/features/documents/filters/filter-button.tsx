import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Ref } from 'react';
import classes from './filters.module.css';

interface FilterButtonProps {
  ref: Ref<HTMLButtonElement>;
  /** Whether all filters are shown. */
  opened: boolean;
  /** How many are set. */
  count: number;
  onToggle(): void;
}

export function FilterButton({ ref, opened, count, onToggle }: FilterButtonProps) {
  return (
    <Button
      ref={ref}
      variant="default"
      className={`rigid ${classes.toggle}`}
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden />}
      aria-expanded={opened}
      aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
      onClick={onToggle}
    >
      <span className={classes.toggleText}>Filters</span>
      {/* Not as text: the visible text of a button has to be part of its accessible name. */}
      {count > 0 ? (
        <span className={`selected centered numeric ${classes.count}`} data-count={count} aria-hidden />
      ) : null}
    </Button>
  );
}
