import '@mantine/dates/styles.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { parseDay } from './parse-day.ts';

interface DayFieldsProps {
  from: string | undefined;
  to: string | undefined;
  onChange(dates: { updated_from?: string; updated_to?: string }): void;
}

const shared: DateInputProps = {
  valueFormat: 'DD/MM/YYYY',
  placeholder: 'DD/MM/YYYY',
  dateParser: parseDay,
  clearable: true,
  clearButtonProps: { 'aria-label': 'Clear this date' },
  firstDayOfWeek: 1,
  // Shows no day in red.
  weekendDays: [],
  highlightToday: true,
  size: 'sm',
  // Renders inside the popover of the filter, which would otherwise close.
  popoverProps: {
    withinPortal: false,
    position: 'bottom-start',
    shadow: 'md',
    middlewares: { flip: true, shift: true },
  },
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    monthLevelControl: 'Choose month',
    yearLevelControl: 'Choose year',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
};

/** First and last day, typed or chosen from a calendar, in the order dates have everywhere in Sheaf. */
export function DayFields({ from, to, onChange }: DayFieldsProps) {
  return (
    <>
      <DateInput
        {...shared}
        label="From"
        value={from ?? null}
        maxDate={to}
        onChange={(day) => onChange({ updated_from: day ?? undefined, updated_to: to })}
      />
      <DateInput
        {...shared}
        label="To"
        value={to ?? null}
        minDate={from}
        onChange={(day) => onChange({ updated_from: from, updated_to: day ?? undefined })}
      />
    </>
  );
}
