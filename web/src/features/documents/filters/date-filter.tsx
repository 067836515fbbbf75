import { Button, Popover, Skeleton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { formatDate } from '../../../lib/format/format.ts';
import classes from './filters.module.css';

/** Loaded later with the calendar, which few people need. */
const DayFields = lazy(async () => ({ default: (await import('./day-fields.tsx')).DayFields }));

interface DateFilterProps {
  from: string | undefined;
  to: string | undefined;
  onChange(dates: { updated_from?: string; updated_to?: string }): void;
}

const presets = [
  { name: 'Today', days: 0 },
  { name: 'Last 7 days', days: 6 },
  { name: 'Last 30 days', days: 29 },
] as const;

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

function dateRangeText(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return `${formatDate(from)} - ${formatDate(to)}`;
  if (from) return `since ${formatDate(from)}`;
  return to ? `until ${formatDate(to)}` : undefined;
}

/** Filters documents by the days of their last change. */
export function DateFilter({ from, to, onChange }: DateFilterProps) {
  const chosen = dateRangeText(from, to);
  return (
    <span className={`hoverable ${classes.chip}`} data-set={chosen !== undefined || undefined}>
      <Popover position="bottom-start" shadow="md" trapFocus portalProps={{ target: '#content' }}>
        <Popover.Target>
          <button type="button" className={`plain gap-4 shrinkable ${classes.button}`}>
            <span className="ellipsis">
              Date
              {chosen ? <b className="strong">: {chosen}</b> : null}
            </span>
            {chosen ? null : <IconChevronDown size={14} stroke={1.8} aria-hidden />}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Date of the last update">
          <div className={classes.dates}>
            <div className={classes.presets}>
              {presets.map(({ name, days }) => (
                <Button
                  key={name}
                  variant="default"
                  size="compact-sm"
                  onClick={() => onChange({ updated_from: daysAgo(days), updated_to: undefined })}
                >
                  {name}
                </Button>
              ))}
            </div>
            <Suspense fallback={<Skeleton height={132} />}>
              <DayFields from={from} to={to} onChange={onChange} />
            </Suspense>
          </div>
        </Popover.Dropdown>
      </Popover>
      {chosen ? (
        <button
          type="button"
          className={classes.clear}
          aria-label="Clear filter Date"
          onClick={() => onChange({ updated_from: undefined, updated_to: undefined })}
        >
          <IconX size={14} stroke={2} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
