import { Button, Select, TextInput } from '@mantine/core';
import { type AuditAction, auditActions, plainDirection } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { auditPeopleQuery, type AuditFilters as Filters, noFilters } from '../api/audit.ts';
import classes from './audit.module.css';

const actions = Object.entries(auditActions).map(([value, label]) => ({ value, label }));

interface AuditFiltersProps {
  filters: Filters;
  onChange(filters: Filters): void;
}

export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const { data: people = [] } = useQuery(auditPeopleQuery());
  const names = people.map(({ id, name, email }) => ({ value: id, label: plainDirection(`${name} (${email})`) }));
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part });
  const isSet = Object.values(filters).some(Boolean);
  const comboboxProps = { shadow: 'md', withinPortal: false };
  return (
    <search className={classes.filters} aria-label="Filters">
      <Select
        label="Person"
        placeholder="Everyone"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear person' }}
        nothingFoundMessage="No one found"
        data={names}
        value={filters.actor}
        onChange={(actor) => change({ actor })}
        comboboxProps={comboboxProps}
      />
      <Select
        label="Action"
        placeholder="All actions"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear action' }}
        nothingFoundMessage="No action found"
        data={actions}
        value={filters.action}
        onChange={(action) => change({ action: action as AuditAction | null })}
        comboboxProps={comboboxProps}
      />
      <TextInput
        type="date"
        label="From"
        value={filters.fromDay}
        max={filters.toDay || undefined}
        onChange={({ currentTarget }) => change({ fromDay: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={filters.toDay}
        min={filters.fromDay || undefined}
        onChange={({ currentTarget }) => change({ toDay: currentTarget.value })}
      />
      {isSet ? (
        <Button
          className={classes.clear}
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => onChange(noFilters)}
        >
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
