import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { PersonAvatar } from '../../ui/pictures/person-avatar.tsx';
import { PrincipalAvatar } from '../../ui/pictures/principal-avatar.tsx';
import { othersQuery } from './api/sharing.ts';
import { type Chosen, outsider, typedAddresses } from './chosen.ts';
import { detailOf } from './person-row.tsx';
import classes from './share-modal.module.css';

interface MemberSearchProps {
  documentIds: readonly string[];
  chosen: readonly Chosen[];
  /** Offered when no one is found. */
  invite: ReactNode;
  /** Whether the person may invite people outside; left out: they are not offered. */
  outsiders: { mayInvite: boolean } | undefined;
  onChange(chosen: readonly Chosen[]): void;
}

/**
 * Groups and members to share with: the server searches, and scrolling loads more. The list is part of the dialog and
 * stays open, so that several can be chosen in a row and nothing is covered.
 */
export function MemberSearch({ documentIds, chosen, invite, outsiders, onChange }: MemberSearchProps) {
  const [typed, setTyped] = useState('');
  const addresses = outsiders ? typedAddresses(typed) : [];
  // Several addresses are not searched for: which of them belong to members is found out when saving.
  const wanted = addresses.length > 1 ? '' : typed.trim();
  const [searched] = useDebouncedValue(wanted, 500);
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const list = useCombobox({
    opened,
    onDropdownOpen: () => setOpened(true),
    // Only Escape closes it. If a press elsewhere did, the content below would move away from the pointer.
    onDropdownClose: (by) => setOpened(by !== 'keyboard'),
  });
  const query = useInfiniteQuery(othersQuery(documentIds, searched));
  const found = addresses.length > 1 ? [] : (query.data?.items ?? []);
  const isFound = addresses.length > 1 || (searched === wanted && query.isSuccess && !query.isPlaceholderData);
  const offered = isFound ? addresses.filter((address) => !found.some(({ email }) => isSame(email, address))) : [];
  const isChosen = (id: string) => chosen.some((person) => person.id === id);
  // Selects a single option, so that no arrow key is needed.
  const only = found.length === 0 && offered.length === 1;
  const { selectFirstOption } = list;
  useEffect(() => {
    if (only) selectFirstOption();
  }, [only, selectFirstOption]);
  const toggle = (id: string) => {
    const person = found.find((one) => one.id === id);
    if (isChosen(id)) onChange(chosen.filter((one) => one.id !== id));
    else if (person) onChange([...chosen, person]);
    else if (offered.includes(id)) onChange([...chosen, outsider(id)]);
    // Typing the next name replaces this one.
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
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            // A single-line field would join the addresses of several lines.
            if (!/[\r\n]/.test(pasted)) return;
            event.preventDefault();
            setTyped(pasted.trim().replace(/\s+/g, ' '));
            list.openDropdown();
          }}
        />
      </Combobox.EventsTarget>
      {opened && found.length + offered.length > 0 ? (
        <div className={classes.found}>
          <Combobox.Options aria-label="People and groups" aria-multiselectable>
            {found.map((person) => (
              <Combobox.Option
                key={person.id}
                value={person.id}
                active={isChosen(person.id)}
                className={`row gap-12 ${classes.option}`}
              >
                <PrincipalAvatar principal={person} />
                <span className="grow breakable">
                  {person.name}
                  <Text size="xs" c="dimmed">
                    {detailOf(person)}
                  </Text>
                </span>
                {isChosen(person.id) ? <IconCheck size={18} stroke={2} aria-hidden className={classes.check} /> : null}
              </Combobox.Option>
            ))}
            {offered.map((address) => (
              <Combobox.Option
                key={address}
                value={address}
                active={isChosen(address)}
                className={`row gap-12 ${classes.option}`}
              >
                <PersonAvatar person={{ name: address, avatar: null }} />
                <span className="grow breakable">
                  {outsiders?.mayInvite ? `Invite ${address}` : `Ask an admin to invite ${address}`}
                  <Text size="xs" c="dimmed">
                    {outsiders?.mayInvite
                      ? 'They join as a guest and see only what’s shared with them'
                      : 'They get access once they’re invited and join as a guest'}
                  </Text>
                </span>
                {isChosen(address) ? <IconCheck size={18} stroke={2} aria-hidden className={classes.check} /> : null}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {addresses.length > 1 ? null : <LoadMore query={query} what="members" rowHeight={48} />}
        </div>
      ) : null}
      {query.data && found.length + offered.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {searched ? 'No members found.' : 'Everyone else already has access.'} {invite}
        </Text>
      ) : null}
    </Combobox>
  );
}

const isSame = (email: string, address: string): boolean => email.toLowerCase() === address;
