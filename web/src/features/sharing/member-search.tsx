import { MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Candidate, othersQuery } from './api/sharing.ts';
import classes from './share-modal.module.css';

interface MemberSearchProps {
  documentIds: readonly string[];
  chosen: readonly Candidate[];
  onChange(chosen: readonly Candidate[]): void;
}

/** Members to share with: the server searches, and the list grows as it is scrolled. */
export function MemberSearch({ documentIds, chosen, onChange }: MemberSearchProps) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 500);
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    othersQuery(documentIds, searched),
  );
  const found = data?.items ?? [];
  const known = new Map([...chosen, ...found].map((person) => [person.id, person]));
  return (
    <MultiSelect
      aria-label="Type to search"
      placeholder="Type to search"
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      data-autofocus
      // Having the focus from the beginning, it would cover the rest.
      openOnFocus={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered.
      filter={({ options }) => options}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      // They stand in the list below instead.
      renderPill={() => null}
      renderOption={({ option, checked }) => (
        <span className={classes.person} data-checked={checked || undefined}>
          {option.label}
          <Text size="xs" c="dimmed">
            {known.get(option.value)?.email}
          </Text>
        </span>
      )}
      hidePickedOptions
      nothingFoundMessage={isPending ? 'Searching…' : 'Nobody found'}
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
