import { Skeleton } from '@mantine/core';
import type { Label } from '@sheaf/contract';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { useRowWindow } from '../../../ui/lists/use-row-window.ts';
import side from '../../../ui/navigation/side-links.module.css';
import { deleteLabel, labelsQuery } from '../api/labels.ts';
import classes from './label-block.module.css';
import { LabelRow } from './label-row.tsx';

/** How many are shown until the list is expanded. */
export const FIRST_LABELS = 5;

interface LabelListProps {
  onNavigate?(): void;
  onEdit(label: Label, focus: 'name' | 'color'): void;
  onDocuments?(label: Label, ids: string[]): void;
}

export function LabelList({ onNavigate, onEdit, onDocuments }: LabelListProps) {
  const query = useInfiniteQuery(labelsQuery());
  const [expanded, setExpanded] = useState(false);
  const { mutate } = useMutation(deleteLabel);
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { items, total } = query.data ?? { items: [], total: 0 };
  const shown = expanded ? items : items.slice(0, FIRST_LABELS);
  const { ref, start, end, before, after } = useRowWindow<HTMLUListElement>(shown.length);

  const remove = (label: Label) => {
    if (pathname === `/labels/${label.id}`) void navigate({ to: '/directory' });
    mutate(label);
  };

  if (query.isPending) return <Loading rows={3} />;
  if (!query.data) return <LoadFailed what="your labels" retry={() => void query.refetch()} />;
  if (total === 0) return <p className={classes.none}>Use labels to group files across all apps.</p>;
  return (
    <>
      <ul ref={ref} className={classes.list} style={{ paddingTop: before, paddingBottom: after }}>
        {shown.slice(start, end).map((label) => (
          <LabelRow
            key={label.id}
            label={label}
            onNavigate={onNavigate}
            onEdit={(focus) => onEdit(label, focus)}
            onDelete={() => remove(label)}
            onDocuments={onDocuments && ((ids) => onDocuments(label, ids))}
          />
        ))}
      </ul>
      {expanded ? (
        <LoadMore query={query} what="labels">
          <Loading rows={2} />
        </LoadMore>
      ) : null}
      {total > FIRST_LABELS ? (
        <button
          type="button"
          className={`plain dimmed-until-hover row gap-12 wide ${side.more} ${expanded ? classes.less : ''}`}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          {expanded ? 'See less' : 'See more'}
        </button>
      ) : null}
    </>
  );
}

function Loading({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Loading labels">
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <div key={row} className={classes.skeleton}>
          <Skeleton height={10} circle />
          <Skeleton height={10} width={96 - row * 16} />
        </div>
      ))}
    </div>
  );
}
