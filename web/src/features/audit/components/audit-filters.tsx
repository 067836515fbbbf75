import { Button, Select } from '@mantine/core';
import { auditActions, plainDirection } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { auditPeopleQuery } from '../api/audit.ts';
import type { AuditChange, AuditSearch } from '../audit-search.ts';
import classes from './audit.module.css';
import { DayField } from './day-field.tsx';

const actions = Object.entries(auditActions).map(([value, label]) => ({ value, label }));

const noFilters: AuditChange = { actor: null, action: null, from: null, to: null };

interface AuditFiltersProps {
  filters: AuditSearch;
  onChange(change: AuditChange): void;
}

export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const { data: people = [] } = useQuery(auditPeopleQuery());
  const names = people.map(({ id, name, email }) => ({ value: id, label: plainDirection(`${name} (${email})`) }));
  const isSet = Object.keys(filters).length > 0;
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
        value={filters.actor ?? null}
        onChange={(actor) => onChange({ actor })}
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
        value={filters.action ?? null}
        onChange={(action) => onChange({ action })}
        comboboxProps={comboboxProps}
      />
      <DayField label="From" value={filters.from ?? ''} max={filters.to} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={filters.to ?? ''} min={filters.from} onChange={(to) => onChange({ to })} />
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
