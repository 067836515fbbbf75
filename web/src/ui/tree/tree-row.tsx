import { Skeleton } from '@mantine/core';
import { IconCheck, IconChevronRight, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './tree.module.css';
import type { Choice, NodeRow, TreeNode, WaitingRow } from './tree-rows.ts';

/** Rows handle clicks only; the tree around them handles the keyboard. */
interface Stop {
  tabIndex: number;
  onFocus(): void;
}

interface NodeItemProps extends Stop {
  row: NodeRow<TreeNode>;
  multiple: boolean;
  choice: Choice;
  icon: ReactNode;
  note: string | null | undefined;
  onChoose(): void;
  onExpand(): void;
}

const indent = (depth: number) => ({ paddingInlineStart: 4 + depth * 20 });

export function NodeItem(props: NodeItemProps) {
  const { row, multiple, choice, icon, note, onChoose, onExpand, tabIndex, onFocus } = props;
  const { node, depth, expanded, content } = row;
  const closed = node.leaf || (content?.state === 'ready' && content.nodes.length === 0 && !content.next);
  const state = multiple
    ? { 'aria-checked': choice === 'mixed' ? ('mixed' as const) : choice !== 'unchecked' }
    : { 'aria-selected': choice === 'checked' };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: see Stop
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={closed ? undefined : expanded}
      {...state}
      aria-disabled={choice === 'included' || undefined}
      title={choice === 'included' ? 'Included with its folder' : undefined}
      className={`hoverable selectable ${classes.row}`}
      style={indent(depth)}
      onClick={onChoose}
      tabIndex={tabIndex}
      onFocus={onFocus}
    >
      <Chevron expanded={expanded} hidden={closed} onClick={onExpand} />
      {multiple ? (
        <span className={classes.box} data-choice={choice}>
          {choice === 'mixed' ? <IconMinus size={12} stroke={3} /> : null}
          {choice === 'checked' || choice === 'included' ? <IconCheck size={12} stroke={3} /> : null}
        </span>
      ) : null}
      <span className="stack rigid dimmed">{icon}</span>
      <span className="ellipsis">{node.name}</span>
      <span className={classes.note}>{note}</span>
    </div>
  );
}

function Chevron({ expanded, hidden, onClick }: { expanded: boolean; hidden: boolean; onClick(): void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the keyboard has the arrows of the tree
    // biome-ignore lint/a11y/useKeyWithClickEvents: same
    <span
      className={`centered rigid dimmed ${classes.chevron}`}
      data-expanded={expanded || undefined}
      data-hidden={hidden || undefined}
      onClick={(event) => {
        event.stopPropagation();
        if (!hidden) onClick();
      }}
    >
      <IconChevronRight size={16} stroke={2} aria-hidden />
    </span>
  );
}

interface WaitingItemProps extends Stop {
  row: WaitingRow;
  onActivate(): void;
}

export function WaitingItem({ row: { kind, depth }, onActivate, tabIndex, onFocus }: WaitingItemProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: see Stop
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-label={kind === 'loading' ? 'Loading' : undefined}
      className={`hoverable selectable ${classes.row}`}
      style={indent(depth)}
      onClick={onActivate}
      tabIndex={tabIndex}
      onFocus={onFocus}
    >
      {kind === 'loading' ? (
        <Skeleton height={12} width={160} ml={28} />
      ) : (
        <span className={classes.more}>{kind === 'more' ? 'Load more' : 'Couldn’t load. Try again'}</span>
      )}
    </div>
  );
}
