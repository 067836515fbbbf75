import { Button, Group, Pill, Select, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { pagedOptions } from '../../../lib/api/paged-list.ts';
import { CreateTagContext } from '../../../ui/documents/create-tag.ts';
import classes from './tabs.module.css';

interface Mark {
  id: string;
  name: string;
  color?: string;
}

interface MarkPickerProps<T extends Mark> {
  /** As in 'Select label'. */
  what: 'label' | 'collection';
  title: string;
  chosen: readonly T[];
  /** The options that match the search. */
  choices(search: string): ReturnType<typeof pagedOptions<T>>;
  onChange(chosen: T[]): void;
}
/** The labels or collections of a document as chips, and a list to add others. */
export function MarkPicker<T extends Mark>({ what, title, chosen, choices, onChange }: MarkPickerProps<T>) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 300);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(choices(searched));
  const tags = use(CreateTagContext);
  const [opened, { open, close }] = useDisclosure();
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
        // The server filters.
        filter={({ options: all }) => all}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        renderOption={({ option }) => {
          const color = options.find(({ id }) => id === option.value)?.color;
          return (
            <span className="shrinkable breakable">
              {color ? <span className={classes.dot} style={{ '--dot': color }} /> : null}
              {option.label}
            </span>
          );
        }}
        onChange={choose}
        // Without options there is no list: the text below says so.
        dropdownOpened={opened && options.length > 0}
        onDropdownOpen={open}
        onDropdownClose={close}
        maxDropdownHeight={220}
        scrollAreaProps={{
          onBottomReached: () => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          },
        }}
        comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
      />
      {tags && data && options.length === 0 ? (
        <Group gap="xs" mt={6}>
          <Text size="sm" c="dimmed" role="status">
            {searched ? `No other ${what} with this name.` : `No other ${what}s.`}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
            onClick={() => tags.create(what)}
          >
            Create {what}
          </Button>
        </Group>
      ) : null}
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
