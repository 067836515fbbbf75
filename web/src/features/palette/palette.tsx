import { Loader, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { EntryIcon } from './entry-icon.tsx';
import classes from './palette.module.css';
import { type Entry, useEntries } from './use-entries.ts';

/** Search over everything, and a way to every page, without the mouse. */
export function Palette({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={600}
      yOffset="12vh"
      centered={false}
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content radius={12} aria-label="Search everything">
        <Finder onDone={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder({ onDone }: { onDone(): void }) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 150);
  const { groups, searching } = useEntries(typed.trim(), searched);
  const entries = groups.flatMap((group) => group.entries);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, entries.length - 1);
  const list = useId();
  const idOf = (index: number) => `${list}-${index}`;

  const choose = (index: number) => {
    setChosen(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' });
  };
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onDone();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = entries;
    if (event.key === 'ArrowDown' && length) choose((active + 1) % length);
    else if (event.key === 'ArrowUp' && length) choose((active - 1 + length) % length);
    else if (event.key === 'Enter') run(entries[active]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <input
          type="text"
          role="combobox"
          className={classes.input}
          data-autofocus
          placeholder="Search documents, labels, collections, pages"
          aria-label="Search everything"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={entries.length > 0 ? idOf(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        {searching ? <Loader size={16} aria-hidden /> : null}
      </div>
      <div id={list} role="listbox" aria-label="Results" className={classes.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group.name} role="group" aria-label={group.name}>
            <div className={classes.group} aria-hidden>
              {group.name}
            </div>
            {group.entries.map((entry) => {
              const place = entries.indexOf(entry);
              return (
                // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
                <div
                  key={entry.id}
                  id={idOf(place)}
                  role="option"
                  aria-selected={place === active}
                  className={classes.entry}
                  onPointerMove={() => place !== active && setChosen(place)}
                  onClick={() => run(entry)}
                >
                  <span className={classes.icon}>
                    <EntryIcon kind={entry.kind} type={entry.type} color={entry.color} />
                  </span>
                  <span className={classes.name}>{entry.name}</span>
                  {entry.detail ? <span className={classes.detail}>{entry.detail}</span> : null}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && !searching ? <p className={classes.none}>Nothing found</p> : null}
    </>
  );
}
