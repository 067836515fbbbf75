import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Group } from '@sheaf/contract';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPerson, candidatesQuery } from '../api/groups.ts';

interface AddPersonProps {
  group: Group;
  /** Whether a loaded person is in the group; adding someone twice changes nothing. */
  isIn(id: string): boolean;
}

/** Adds people one after another: the server searches, and scrolling loads more. */
export function AddPerson({ group, isIn }: AddPersonProps) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 500);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(candidatesQuery(searched));
  const { mutate } = useMutation(addPerson);
  const found = (data?.items ?? []).filter(({ id }) => !isIn(id));
  const add = (id: string | null) => {
    const person = found.find((one) => one.id === id);
    setTyped('');
    if (person) mutate({ group, person });
  };
  return (
    <Select
      aria-label="Add people"
      placeholder="Add people by name or email"
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      data-autofocus
      openOnFocus={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server filters.
      filter={({ options }) => options}
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      // A chosen person appears in the list below.
      value={null}
      onChange={add}
      nothingFoundMessage={data ? 'No members found' : undefined}
      renderOption={({ option }) => (
        <span className="grow breakable">
          {option.label}
          <Text size="xs" c="dimmed">
            {found.find(({ id }) => id === option.value)?.email}
          </Text>
        </span>
      )}
      maxDropdownHeight={260}
      scrollAreaProps={{
        onBottomReached: () => {
          if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
        },
      }}
      comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
    />
  );
}
