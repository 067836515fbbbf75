import { MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PrincipalAvatar } from '../../ui/pictures/principal-avatar.tsx';
import { type Candidate, othersQuery } from './api/sharing.ts';
import { detailOf } from './person-row.tsx';
import classes from './share-modal.module.css';

interface MemberSearchProps {
  documentIds: readonly string[];
  chosen: readonly Candidate[];
  /** Offered where nobody is found. */
  invite: ReactNode;
  onChange(chosen: readonly Candidate[]): void;
}

/** Groups and members to share with: the server searches, and scrolling loads more. */
export function MemberSearch({ documentIds, chosen, invite, onChange }: MemberSearchProps) {
  const [typed, setTyped] = useState('');
  const [opened, { open, close }] = useDisclosure();
  const [searched] = useDebouncedValue(typed.trim(), 500);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(othersQuery(documentIds, searched));
  const found = data?.items ?? [];
  const known = new Map([...chosen, ...found].map((person) => [person.id, person]));
  const left = found.filter(({ id }) => !chosen.some((person) => person.id === id));
  const choose = (ids: string[]) => {
    onChange(ids.flatMap((id) => known.get(id) ?? []));
    // An open list would cover the person who was just chosen.
    close();
    setTyped('');
  };
  return (
    <div>
      <MultiSelect
        aria-label="Type to search"
        placeholder="Type to search"
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
        data-autofocus
        // The field has the focus at first, and an open list would cover the dialog.
        openOnFocus={false}
        // An empty list is no list: what follows says that nobody is found.
        dropdownOpened={opened && left.length > 0}
        onDropdownOpen={open}
        onDropdownClose={close}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has filtered.
        filter={({ options }) => options}
        data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen.map(({ id }) => id)}
        onChange={choose}
        // They are shown in the list below instead.
        renderPill={() => null}
        renderOption={({ option, checked }) => (
          <span className={classes.option}>
            {known.has(option.value) ? <PrincipalAvatar principal={known.get(option.value)!} /> : null}
            <span className={classes.person} data-checked={checked || undefined}>
              {option.label}
              <Text size="xs" c="dimmed">
                {known.has(option.value) ? detailOf(known.get(option.value)!) : null}
              </Text>
            </span>
          </span>
        )}
        hidePickedOptions
        maxDropdownHeight={260}
        scrollAreaProps={{
          onBottomReached: () => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          },
        }}
        comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
      />
      {data && left.length === 0 ? (
        <Text size="sm" c="dimmed" mt={6} role="status">
          {searched ? 'No members found.' : 'Everyone else already has access.'} {invite}
        </Text>
      ) : null}
    </div>
  );
}
