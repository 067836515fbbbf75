import { Pill, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { pagedOptions } from '../../../lib/paged-list.ts';
import classes from './tabs.module.css';

interface Mark {
  id: string;
  name: string;
  color?: string;
}

interface MarkPickerProps<T extends Mark> {
  /** As in 'Select label'. */
  what: string;
  title: string;
  chosen: readonly T[];
  /** Those there are, by what is searched. */
  choices(search: string): ReturnType<typeof pagedOptions<T>>;
  onChange(chosen: T[]): void;
}
/** What a document is in, as chips; and a list of what it could be put into. */
export function MarkPicker<T extends Mark>({ what, title, chosen, choices, onChange }: MarkPickerProps<T>) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 300);
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(choices(searched));
  const isChosen = (id: string) => chosen.some((mark) => mark.id === id);
  const options = data?.items.filter(({ id }) => !isChosen(id)) ?? [];
  const choose = (id: string | null) => {
    const mark = options.find((option) => option.id === id);
    if (mark) onChange([...chosen, mark]);
    setTyped('');
  };
  return (
    <div>
      <Select
        label={title}
        placeholder={`Select ${what}`}
        searchable
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has filtered.
        filter={({ options: all }) => all}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        renderOption={({ option }) => {
          const color = options.find(({ id }) => id === option.value)?.color;
          return (
            <span className={classes.person}>
              {color ? <span className={classes.dot} style={{ '--dot': color }} /> : null}
              {option.label}
            </span>
          );
        }}
        onChange={choose}
        nothingFoundMessage={isPending ? 'Searching…' : `There is no other ${what}`}
        maxDropdownHeight={220}
        scrollAreaProps={{
          onBottomReached: () => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          },
        }}
        comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
      />
      {chosen.length > 0 ? (
        <ul className={classes.chips} aria-label={title}>
          {chosen.map(({ id, name, color }) => (
            <li key={id}>
              <Pill
                size="md"
                withRemoveButton
                removeButtonProps={{ 'aria-label': `Remove ${name}`, tabIndex: 0, 'aria-hidden': false }}
                onRemove={() => onChange(chosen.filter((mark) => mark.id !== id))}
              >
                {color ? <span className={classes.dot} style={{ '--dot': color }} aria-hidden /> : null}
                {name}
              </Pill>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
