import { ActionIcon, CloseButton, Loader, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { limits } from '@sheaf/contract';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rememberSearch } from '../api/suggestions.ts';
import { ClearHistory } from './clear-history.tsx';
import { EntryList } from './entry-list.tsx';
import { ScopeChips, type SearchScopes } from './scope-chips.tsx';
import classes from './search-box.module.css';
import { useCombobox } from './use-combobox.ts';
import { type OpenedDocument, useSuggestions } from './use-suggestions.ts';

/** The list below follows the typing after this pause. */
const PAUSE_MS = 300;

interface SearchBoxProps {
  /** The current search. */
  value: string;
  /** Whether to search after a pause in typing too, not only with Enter. */
  isLive: boolean;
  scopes: SearchScopes;
  /** Shown at the end of an empty field. */
  paletteButton: ReactNode;
  onChange(value: string): void;
  onOpen(document: OpenedDocument): void;
}

/**
 * Suggests what to type next, and follows other changes of the address. On phones it covers the header while in use;
 * before, it is a button on pages that it doesn’t search.
 */
export function SearchBox({ value, isLive, scopes, paletteButton, onChange, onOpen }: SearchBoxProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [cursor, setCursor] = useState(value.length);
  const [known, setKnown] = useState(value);
  const [opened, setOpened] = useState(false);
  const [expanded, setExpanded] = useState(false);
  /** Searches that are not in the address yet: when one gets there, more may have been typed. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (known !== value) {
    const place = asked.indexOf(value);
    setKnown(value);
    setAsked(place === -1 ? [] : asked.slice(place + 1));
    if (place === -1 && typed.trim() !== value.trim()) setTyped(value);
  }
  const ask = (text: string) => {
    if (text === (asked.at(-1) ?? value)) return;
    setAsked([...asked, text]);
    onChange(text);
  };
  const later = useDebouncedCallback((text: string) => {
    if (isLive) ask(text);
  }, PAUSE_MS);

  const change = (text: string, at: number) => {
    setTyped(text);
    setCursor(at);
    setOpened(true);
    later(text.trim());
  };
  const search = (q: string) => {
    later.cancel();
    setTyped(q);
    setOpened(false);
    void rememberSearch(client, q);
    ask(q.trim());
  };
  const open = (document: OpenedDocument) => {
    // The typed text has found the document, so it is no longer searched for.
    later.cancel();
    setTyped(value);
    onOpen(document);
  };
  const { groups, searching } = useSuggestions(typed, cursor, { isOpen: opened, onSearch: search, onOpen: open });
  const box = useCombobox({
    input,
    text: typed,
    groups,
    opened,
    startsAtFirst: false,
    onComplete: change,
    onDone: () => setOpened(false),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (box.onKey(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') search(typed);
    else if (event.key === 'Escape' && opened) setOpened(false);
    else if (event.key === 'ArrowDown' && !opened) setOpened(true);
    else return;
    event.preventDefault();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    setOpened(false);
    if (!typed) setExpanded(false);
  };
  const expand = () => {
    flushSync(() => setExpanded(true));
    input.current?.focus();
  };
  const shown = opened && (box.entries.length > 0 || scopes.options.length > 0);
  return (
    <search
      className={classes.root}
      data-expanded={expanded || value !== '' || undefined}
      data-field={isLive || undefined}
      onBlur={leave}
    >
      <ActionIcon className={classes.open} variant="subtle" color="gray" size={36} aria-label="Search" onClick={expand}>
        <IconSearch size={20} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        className={classes.close}
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Close search"
        onClick={() => {
          search('');
          setExpanded(false);
        }}
      >
        <IconArrowLeft size={20} stroke={1.7} />
      </ActionIcon>
      <TextInput
        ref={input}
        className={classes.field}
        type="text"
        {...box.aria}
        aria-label="Search documents"
        placeholder={placeholderFor(scopes)}
        value={typed}
        maxLength={limits.queryMax}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
        rightSection={
          opened && searching ? (
            <Loader size={14} aria-hidden />
          ) : typed ? (
            <CloseButton
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                search('');
                input.current?.focus();
              }}
            />
          ) : (
            paletteButton
          )
        }
        rightSectionWidth={typed ? undefined : 'auto'}
        onFocus={() => {
          setOpened(true);
          // Otherwise a hidden field would lose the focus when the window becomes narrow.
          setExpanded(true);
        }}
        onClick={() => setOpened(true)}
        onSelect={(event) => setCursor(event.currentTarget.selectionEnd ?? typed.length)}
        onChange={({ currentTarget: { value: text, selectionEnd } }) => change(text, selectionEnd ?? text.length)}
        onKeyDown={onKeyDown}
      />
      {shown ? (
        <div className={classes.popup}>
          {scopes.options.length > 0 ? (
            <div className={classes.scopes}>
              <ScopeChips {...scopes} />
            </div>
          ) : null}
          <EntryList
            id={box.list}
            groups={groups}
            entries={box.entries}
            active={box.active}
            idOf={box.idOf}
            onTake={box.take}
            onHover={box.hover}
          />
          {box.entries.some(({ remove }) => remove) ? <ClearHistory /> : null}
        </div>
      ) : null}
    </search>
  );
}

function placeholderFor({ options, chosen }: SearchScopes): string {
  const name = options.find(({ value }) => value === chosen)?.name;
  return name ? `Search ${name.charAt(0).toLowerCase()}${name.slice(1)}` : 'Search names and contents';
}
