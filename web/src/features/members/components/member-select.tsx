import { Select, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import type { Member } from '@sheaf/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { membersQuery } from '../api/members.ts';

interface MemberSelectProps {
  label: string;
  /** The id of the member who cannot be chosen. */
  except: string;
  value: Member | null;
  onChange(member: Member | null): void;
  error?: string;
  /** Offered when no one is found. */
  invite?: ReactNode;
}

/** Selects one member: the server searches, and scrolling loads more. */
export function MemberSelect({ label, except, value, onChange, error, invite }: MemberSelectProps) {
  const [opened, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState('');
  // The name of the chosen member is not a search text.
  const [searched] = useDebouncedValue(value && typed === value.name ? '' : typed.trim(), 500);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(membersQuery(searched));
  const found = data?.items.filter(({ id }) => id !== except) ?? [];
  const options = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  return (
    <Select
      label={label}
      placeholder="Search by name or email"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server filters.
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
      // Without options there is no list: the description says that no one was found.
      dropdownOpened={opened && options.length > 0}
      onDropdownOpen={open}
      onDropdownClose={close}
      description={data && options.length === 0 ? <>No members found. {invite}</> : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
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
