import { Loader } from '@mantine/core';
import { limits } from '@sheaf/contract';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { ClearHistory } from '../box/clear-history.tsx';
import { EntryList } from '../box/entry-list.tsx';
import { useCombobox } from '../box/use-combobox.ts';
import classes from './palette.module.css';
import type { PalettePlace } from './places.ts';
import { useEntries } from './use-entries.ts';

interface PaletteProps extends DialogProps {
  places: readonly PalettePlace[];
}

/** Searches everything and goes to any page, without the mouse. */
export function Palette({ opened, places, onClose }: PaletteProps) {
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
        <Finder places={places} onDone={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder({ places, onDone }: Pick<PaletteProps, 'places'> & { onDone(): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const { groups, searching } = useEntries(text, cursor, places);
  const change = (typed: string, at: number) => {
    setText(typed);
    setCursor(at);
  };
  const box = useCombobox({ input, text, groups, opened: true, startsAtFirst: true, onComplete: change, onDone });
  const isEmpty = box.entries.length === 0;
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <input
          ref={input}
          type="text"
          {...box.aria}
          className={classes.input}
          data-autofocus
          placeholder="Search documents, labels, collections, pages"
          aria-label="Search everything"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={limits.queryMax}
          value={text}
          onSelect={(event) => setCursor(event.currentTarget.selectionEnd ?? text.length)}
          onChange={({ currentTarget: { value, selectionEnd } }) => change(value, selectionEnd ?? value.length)}
          onKeyDown={box.onKey}
        />
        {searching ? <Loader size={16} aria-hidden /> : null}
      </div>
      {isEmpty ? null : (
        <EntryList
          id={box.list}
          groups={groups}
          entries={box.entries}
          active={box.active}
          idOf={box.idOf}
          onTake={box.take}
          onHover={box.hover}
        />
      )}
      {box.entries.some(({ remove }) => remove) ? <ClearHistory /> : null}
      {isEmpty && !searching ? <p className={classes.none}>No results</p> : null}
    </>
  );
}
