import { Group, Select } from '@mantine/core';
import type { TransfersSearch } from '../transfer-search.ts';

const types = [
  { value: 'all', label: 'Copies and moves' },
  { value: 'copy', label: 'Copies' },
  { value: 'move', label: 'Moves' },
];
const dates = [
  { value: 'all', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'year', label: 'Last year' },
];

export type Filters = Pick<TransfersSearch, 'type' | 'date'>;

interface HistoryFiltersProps {
  filters: Filters;
  onChange(filters: Filters): void;
}

/** The filters of the list of transfers. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const choose = (key: keyof Filters) => (value: string | null) =>
    onChange({ ...filters, [key]: value === 'all' || value === null ? undefined : value });
  const shared = { allowDeselect: false, size: 'sm', w: 170 } as const;
  return (
    <Group gap="xs">
      <Select {...shared} aria-label="Type" data={types} value={filters.type ?? 'all'} onChange={choose('type')} />
      <Select {...shared} aria-label="Date" data={dates} value={filters.date ?? 'all'} onChange={choose('date')} />
    </Group>
  );
}
