import { Skeleton } from '@mantine/core';
import { IconCheck, IconChevronRight, IconFolder, IconMinus } from '@tabler/icons-react';
import { count } from '../../../lib/format.ts';
import type { Choice, Level, Row } from '../folder-tree.ts';
import classes from './folder-picker.module.css';

/** The keys of these rows are the business of the tree around them: only the clicks are theirs. */
interface Stop {
  tabIndex: number;
  onFocus(): void;
}

interface FolderRowProps extends Stop {
  row: Row & { kind: 'folder' };
  choice: Choice;
  onToggle(): void;
  onExpand(): void;
}

const indent = (depth: number) => ({ paddingInlineStart: 4 + depth * 20 });

export function FolderRow({ row, choice, onToggle, onExpand, tabIndex, onFocus }: FolderRowProps) {
  const { folder, depth, expanded, content } = row;
  const empty = content?.state === 'ready' && content.folders.length === 0 && !content.next;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: see Stop
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={empty ? undefined : expanded}
      aria-checked={choice === 'mixed' ? 'mixed' : choice !== 'unchecked'}
      aria-disabled={choice === 'included' || undefined}
      title={choice === 'included' ? 'Comes with the folder around it' : undefined}
      className={classes.row}
      style={indent(depth)}
      onClick={onToggle}
      tabIndex={tabIndex}
      onFocus={onFocus}
    >
      <Chevron expanded={expanded} hidden={empty} onClick={onExpand} />
      <span className={classes.box} data-choice={choice}>
        {choice === 'mixed' ? <IconMinus size={12} stroke={3} /> : null}
        {choice === 'checked' || choice === 'included' ? <IconCheck size={12} stroke={3} /> : null}
      </span>
      <IconFolder size={18} stroke={1.6} aria-hidden className={classes.folder} />
      <span className={classes.name}>{folder.name}</span>
      <span className={classes.note}>{expanded ? contentNote(content) : null}</span>
    </div>
  );
}

function Chevron({ expanded, hidden, onClick }: { expanded: boolean; hidden: boolean; onClick(): void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the keyboard has the arrows of the tree
    // biome-ignore lint/a11y/useKeyWithClickEvents: same
    <span
      className={classes.chevron}
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

function contentNote(content: Level | undefined): string | null {
  if (content?.state !== 'ready') return null;
  const files = content.files > 0 ? `${count(content.files, 'file')}${content.next ? ' or more' : ''}` : null;
  if (content.folders.length > 0 || content.next) return files;
  return files ? `${files}, no folders` : 'empty';
}

interface WaitingRowProps extends Stop {
  row: Exclude<Row, { kind: 'folder' }>;
  onActivate(): void;
}

/** Stands for what is not there yet. */
export function WaitingRow({ row: { kind, depth }, onActivate, tabIndex, onFocus }: WaitingRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: see Stop
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-label={kind === 'loading' ? 'Loading' : undefined}
      className={classes.row}
      style={indent(depth)}
      onClick={onActivate}
      tabIndex={tabIndex}
      onFocus={onFocus}
    >
      {kind === 'loading' ? (
        <Skeleton height={12} width={160} ml={28} />
      ) : (
        <span className={classes.more}>{kind === 'more' ? 'Load more' : 'This could not be loaded. Try again'}</span>
      )}
    </div>
  );
}
