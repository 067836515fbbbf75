import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Entry, Group } from './entry.ts';

interface ComboboxOptions {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  groups: readonly Group[];
  opened: boolean;
  /** Whether Enter takes the first entry when none was chosen with the arrows. */
  startsAtFirst: boolean;
  /** Sets the text of the box, with the cursor there. */
  onComplete(text: string, cursor: number): void;
  /** Called when an entry led elsewhere. */
  onDone(): void;
}

/**
 * Handles arrow keys, Enter and Tab in a field with a list below it (the combobox pattern of ARIA). The focus stays in
 * the field.
 */
export function useCombobox({ input, text, groups, opened, startsAtFirst, onComplete, onDone }: ComboboxOptions) {
  const entries = groups.flatMap((group) => group.entries);
  const none = startsAtFirst ? 0 : -1;
  const [chosen, setChosen] = useState<Chosen>({ text, index: none });
  const active = placeOf(chosen.text === text ? chosen : { index: none }, entries);
  const list = useId();
  const idOf = (index: number) => `${list}-${index}`;

  const choose = (index: number) => {
    setChosen({ text, index, id: entries[index]?.id });
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' });
  };
  const take = ({ completes, run }: Entry) => {
    if (completes === undefined) {
      onDone();
      run?.();
      return;
    }
    const rest = text.slice(input.current?.selectionEnd ?? text.length).trimStart();
    const cursor = completes.endsWith(rest) ? completes.length - rest.length : completes.length;
    flushSync(() => onComplete(completes, cursor));
    input.current?.focus();
    input.current?.setSelectionRange(cursor, cursor);
  };

  /** Returns whether the key was handled. */
  const onKey = (event: KeyboardEvent): boolean => {
    // The input method handles the keys while it composes a word.
    if (!opened || entries.length === 0 || event.nativeEvent.isComposing) return false;
    const { length } = entries;
    const entry = entries[active];
    if (event.key === 'ArrowDown') choose((active + 1) % length);
    else if (event.key === 'ArrowUp') choose(active <= 0 ? length - 1 : active - 1);
    else if (event.key === 'Enter' && entry) take(entry);
    else if (event.key === 'Delete' && event.shiftKey && entry?.remove) entry.remove();
    else if (event.key === 'Tab' && !event.shiftKey && completionFor(entry, entries))
      take(completionFor(entry, entries)!);
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    entries,
    active,
    list,
    idOf,
    onKey,
    take,
    hover: (index: number) => index !== active && setChosen({ text, index, id: entries[index]?.id }),
    aria: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': opened && entries.length > 0,
      'aria-controls': opened && entries.length > 0 ? list : undefined,
      'aria-activedescendant': opened && active >= 0 ? idOf(active) : undefined,
    } as const,
  };
}

/** The chosen entry, as long as the text stays the same. */
interface Chosen {
  text: string;
  index: number;
  id?: string;
}

/** The chosen entry stays chosen when late results move it. If it was removed, the entry in its place is chosen. */
function placeOf({ index, id }: Omit<Chosen, 'text'>, entries: readonly Entry[]): number {
  const place = id === undefined ? -1 : entries.findIndex((entry) => entry.id === id);
  return place >= 0 ? place : Math.min(index, entries.length - 1);
}

/** Tab completes the chosen entry, or the first value when nothing is chosen. */
function completionFor(entry: Entry | undefined, [first]: readonly Entry[]): Entry | undefined {
  if (entry) return entry.completes === undefined ? undefined : entry;
  return first?.kind === 'value' ? first : undefined;
}
