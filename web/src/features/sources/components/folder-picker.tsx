import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { choices, type Folder, type Row, rowsOf, type Selection, toggled } from '../folder-tree.ts';
import { useFolderTree } from '../use-folder-tree.ts';
import classes from './folder-picker.module.css';
import { FolderRow, WaitingRow } from './folder-row.tsx';

interface FolderPickerProps {
  account: string;
  selection: Selection;
  onChange(selection: Selection): void;
  labelledBy: string;
}

/** A tree of the folders at the source; each is loaded when it is opened. */
export function FolderPicker({ account, selection, onChange, labelledBy }: FolderPickerProps) {
  const { levels, open, more } = useFolderTree(account);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  /** The row that has or had the focus, and where it stood. */
  const [current, setCurrent] = useState<{ key: string; place: number }>();
  const tree = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const hasFocus = useRef(false);

  const rows = rowsOf(levels, expanded);
  const choiceOf = choices(levels, selection);
  // One stop for the Tab key: the row that had the focus last, or what has come in its place.
  const found = rows.findIndex(({ key }) => key === current?.key);
  const place = found === -1 ? Math.min(current?.place ?? 0, rows.length - 1) : found;
  const stop = rows[place];

  useEffect(() => {
    const lost = hasFocus.current && !tree.current?.contains(document.activeElement);
    if (!moved.current && !lost) return;
    moved.current = false;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const setCurrentRow = (row: Row) => setCurrent({ key: row.key, place: rows.indexOf(row) });
  const moveTo = (row: Row | undefined) => {
    if (!row) return;
    moved.current = true;
    setCurrentRow(row);
  };
  const toggle = (folder: Folder) => onChange(toggled(levels, selection, folder));
  const setOpen = (row: Row & { kind: 'folder' }, opened: boolean) => {
    if (opened) open(row.folder.id);
    const next = new Set(expanded);
    if (opened) next.add(row.key);
    else next.delete(row.key);
    setExpanded(next);
    if (!opened && current?.key.startsWith(`${row.key}/`)) setCurrentRow(row);
  };
  const activate = (row: Row) => {
    if (row.kind === 'folder') toggle(row.folder);
    else if (row.kind !== 'loading') more(row.parent);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!stop || event.altKey || event.ctrlKey || event.metaKey) return;
    const folder = stop.kind === 'folder' ? stop : undefined;
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(rows[place + 1]),
      ArrowUp: () => moveTo(rows[place - 1]),
      Home: () => moveTo(rows[0]),
      End: () => moveTo(rows.at(-1)),
      ArrowRight: () => (folder && !folder.expanded ? setOpen(folder, true) : folder && moveTo(rows[place + 1])),
      ArrowLeft: () =>
        folder?.expanded ? setOpen(folder, false) : moveTo(rows.find(({ key }) => key === stop.parentKey)),
      ' ': () => activate(stop),
      Enter: () => activate(stop),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div
      ref={tree}
      role="tree"
      aria-labelledby={labelledBy}
      aria-multiselectable
      className={classes.tree}
      onKeyDown={onKeyDown}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={(event) => {
        hasFocus.current = event.currentTarget.contains(event.relatedTarget);
      }}
    >
      {rows.map((row) => {
        const shared = { tabIndex: row === stop ? 0 : -1, onFocus: () => setCurrentRow(row) };
        return row.kind === 'folder' ? (
          <FolderRow
            key={row.key}
            row={row}
            choice={choiceOf(row.folder.id)}
            onToggle={() => toggle(row.folder)}
            onExpand={() => setOpen(row, !row.expanded)}
            {...shared}
          />
        ) : (
          <WaitingRow key={row.key} row={row} onActivate={() => activate(row)} {...shared} />
        );
      })}
      {rows.length === 0 ? <NoFolders /> : null}
    </div>
  );
}

function NoFolders() {
  return (
    <div role="treeitem" aria-disabled tabIndex={0} className={classes.none}>
      There are no folders at the top of this account
    </div>
  );
}
