import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './tree.module.css';
import { NodeItem, WaitingItem } from './tree-row.tsx';
import {
  type Choice,
  keyOf,
  type Level,
  type Levels,
  type NodeRow,
  type Row,
  rowsOf,
  type TreeNode,
} from './tree-rows.ts';
import { type TreeQuery, useTree } from './use-tree.ts';

export interface TreeProps<N extends TreeNode> {
  query: TreeQuery<N>;
  /** A top-level node that is expanded at first. */
  opened?: string;
  labelledBy: string;
  /** Several nodes can be chosen, with checkboxes. */
  multiple: boolean;
  choiceOf(levels: Levels<N>): (id: string) => Choice;
  onChoose(node: N, levels: Levels<N>): void;
  icon(node: N): ReactNode;
  /** A few words at the end of the row. */
  note?(node: N, content: Level<N> | undefined): string | null;
  /** Shown in an empty tree. */
  empty: string;
}

/** Children are loaded when their node is expanded. */
export function Tree<N extends TreeNode>(props: TreeProps<N>) {
  const { query, opened, labelledBy, multiple, choiceOf, onChoose, icon, note, empty } = props;
  const { levels, open, more } = useTree(query, opened);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(
    () => new Set(opened === undefined ? [] : [keyOf(opened)]),
  );
  /** The row that last had the focus, and its index. */
  const [current, setCurrent] = useState<{ key: string; place: number }>();
  const tree = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const hasFocus = useRef(false);

  const rows = rowsOf(levels, expanded);
  const choice = choiceOf(levels);
  // The Tab key reaches one row: the one that last had the focus, or the row that took its place.
  const found = rows.findIndex(({ key }) => key === current?.key);
  const place = found === -1 ? Math.min(current?.place ?? 0, rows.length - 1) : found;
  const stop = rows[place];

  useEffect(() => {
    const lost = hasFocus.current && !tree.current?.contains(document.activeElement);
    if (!moved.current && !lost) return;
    moved.current = false;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const setCurrentRow = (row: Row<N>) => setCurrent({ key: row.key, place: rows.indexOf(row) });
  const moveTo = (row: Row<N> | undefined) => {
    if (!row) return;
    moved.current = true;
    setCurrentRow(row);
  };
  const setOpen = (row: NodeRow<N>, isOpen: boolean) => {
    if (row.node.leaf) return;
    if (isOpen) open(row.node.id);
    const next = new Set(expanded);
    if (isOpen) next.add(row.key);
    else next.delete(row.key);
    setExpanded(next);
    if (!isOpen && current?.key.startsWith(`${row.key}/`)) setCurrentRow(row);
  };
  const activate = (row: Row<N>) => {
    if (row.kind === 'node') onChoose(row.node, levels);
    else if (row.kind !== 'loading') more(row.parent);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!stop || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = stop.kind === 'node' ? stop : undefined;
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(rows[place + 1]),
      ArrowUp: () => moveTo(rows[place - 1]),
      Home: () => moveTo(rows[0]),
      End: () => moveTo(rows.at(-1)),
      ArrowRight: () => (row && !row.expanded ? setOpen(row, true) : row && moveTo(rows[place + 1])),
      ArrowLeft: () => (row?.expanded ? setOpen(row, false) : moveTo(rows.find(({ key }) => key === stop.parentKey))),
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
      aria-multiselectable={multiple}
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
        return row.kind === 'node' ? (
          <NodeItem
            key={row.key}
            row={row}
            multiple={multiple}
            choice={choice(row.node.id)}
            icon={icon(row.node)}
            note={note?.(row.node, row.expanded ? row.content : undefined)}
            onChoose={() => activate(row)}
            onExpand={() => setOpen(row, !row.expanded)}
            {...shared}
          />
        ) : (
          <WaitingItem key={row.key} row={row} onActivate={() => activate(row)} {...shared} />
        );
      })}
      {rows.length === 0 ? (
        <div role="treeitem" aria-disabled tabIndex={0} className={classes.none}>
          {empty}
        </div>
      ) : null}
    </div>
  );
}
