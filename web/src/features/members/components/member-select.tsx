import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Member } from '@sheaf/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery } from '../api/members.ts';

interface MemberSelectProps {
  label: string;
  /** Who cannot be chosen. */
  except: string;
  value: Member | null;
  onChange(member: Member | null): void;
  error?: string;
}

/** One member of however many: the server searches, and the list grows as it is scrolled. */
export function MemberSelect({ label, except, value, onChange, error }: MemberSelectProps) {
  const [typed, setTyped] = useState('');
  // What stands in the field after a choice is no search.
  const [searched] = useDebouncedValue(value && typed === value.name ? '' : typed.trim(), 500);
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(membersQuery(searched));
  const found = data?.items.filter(({ id }) => id !== except) ?? [];
  const options = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  return (
    <Select
      label={label}
      placeholder="Search by name or email"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered.
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      renderOption={({ option }) => {
        const person = options.find(({ id }) => id === option.value);
        return (
          <span style={{ overflowWrap: 'anywhere' }}>
            {option.label}
            <Text span display="block" size="xs" c="dimmed">
              {person?.email}
            </Text>
          </span>
        );
      }}
      value={value?.id ?? null}
      onChange={(id) => onChange(options.find((member) => member.id === id) ?? null)}
      nothingFoundMessage={isPending ? 'Searching…' : 'Nobody found'}
      maxDropdownHeight={240}
      scrollAreaProps={{
        onBottomReached: () => {
          if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
        },
      }}
      comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
      error={error}
    />
  );
}
