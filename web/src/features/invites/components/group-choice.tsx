import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupChoicesQuery } from '../api/invites.ts';

/** The groups that invited people join; renders nothing in a workspace without groups. */
export function GroupChoice({ onChange }: { onChange(ids: string[]): void }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const { data: groups = [] } = useQuery(groupChoicesQuery());
  if (groups.length === 0) return null;
  const change = (ids: string[]) => {
    setChosen(ids);
    onChange(ids);
  };
  return (
    <MultiSelect
      label="Groups (optional)"
      placeholder={chosen.length > 0 ? undefined : 'Add to groups'}
      searchable
      nothingFoundMessage="No groups found"
      data={groups.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={change}
      maxDropdownHeight={220}
      comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
    />
  );
}
