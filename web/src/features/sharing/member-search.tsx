import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ListSkeleton } from '../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
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

/**
 * Groups and members to share with: the server searches, and scrolling loads more. The list is part of the dialog and
 * stays open, so that several can be chosen in a row and nothing is covered.
 */
export function MemberSearch({ documentIds, chosen, invite, onChange }: MemberSearchProps) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 500);
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const list = useCombobox({
    opened,
    onDropdownOpen: () => setOpened(true),
    // Only Escape closes it. With a press elsewhere, what is below would move away from under the pointer.
    onDropdownClose: (by) => setOpened(by !== 'keyboard'),
  });
  const query = useInfiniteQuery(othersQuery(documentIds, searched));
  const found = query.data?.items ?? [];
  const isChosen = (id: string) => chosen.some((person) => person.id === id);
  const toggle = (id: string) => {
    const person = found.find((one) => one.id === id);
    if (isChosen(id)) onChange(chosen.filter((one) => one.id !== id));
    else if (person) onChange([...chosen, person]);
    // The next name replaces the one that was typed.
    field.current?.select();
  };
  return (
    <Combobox store={list} onOptionSubmit={toggle}>
      <Combobox.EventsTarget>
        <TextInput
          ref={field}
          aria-label="Type to search"
          placeholder="Type to search"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            list.openDropdown();
          }}
          onClick={() => list.openDropdown()}
        />
      </Combobox.EventsTarget>
      {opened && found.length > 0 ? (
        <div className={classes.found}>
          <Combobox.Options aria-label="People and groups" aria-multiselectable>
            {found.map((person) => (
              <Combobox.Option
                key={person.id}
                value={person.id}
                active={isChosen(person.id)}
                className={classes.option}
              >
                <PrincipalAvatar principal={person} />
                <span className={classes.person}>
                  {person.name}
                  <Text size="xs" c="dimmed">
                    {detailOf(person)}
                  </Text>
                </span>
                {isChosen(person.id) ? <IconCheck size={18} stroke={2} aria-hidden className={classes.check} /> : null}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          <LoadMore query={query} what="members">
            <ListSkeleton rows={2} height={48} />
          </LoadMore>
        </div>
      ) : null}
      {query.data && found.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {searched ? 'No members found.' : 'Everyone else already has access.'} {invite}
        </Text>
      ) : null}
    </Combobox>
  );
}
