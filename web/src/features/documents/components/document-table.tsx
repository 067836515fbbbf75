import { VisuallyHidden } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ComponentProps, type RefObject, use } from 'react';
import { nextSort, type Sort } from '../document-query.ts';
import { clear, selectAll } from '../selection.ts';
import { SelectionContext, useSelectedIds } from '../use-selection.ts';
import { useSlots } from '../use-slots.ts';
import { DocumentRow } from './document-row.tsx';
import classes from './document-table.module.css';

interface DocumentTableProps {
  label: string;
  documents: readonly Document[];
  sort: Sort;
  onSort(sort: Sort): void;
  list: RefObject<HTMLElement | null>;
  handlers: ComponentProps<'table'>;
}

export function DocumentTable({ label, documents, sort, onSort, list, handlers }: DocumentTableProps) {
  const heading = { sort, onSort };
  const slots = useSlots(documents);
  return (
    <div className={classes.frame}>
      <table
        ref={list as RefObject<HTMLTableElement | null>}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
        role="grid"
        className={classes.table}
        aria-label={label}
        aria-multiselectable
        {...handlers}
      >
        <thead>
          <tr>
            <th className={classes.check}>
              <AllBox total={documents.length} />
            </th>
            <SortHeading column="name" name="Name" {...heading} />
            <th className={classes.labels}>Labels</th>
            <th className={classes.source}>Source</th>
            <th className={classes.owner}>Owner</th>
            <SortHeading column="updated_at" name="Last update" className={classes.date} {...heading} />
            <SortHeading column="size" name="Size" className={classes.size} {...heading} />
            <th className={classes.menu}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <DocumentRow key={slots.get(document.id)} document={document} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AllBox({ total }: { total: number }) {
  const store = use(SelectionContext);
  const chosen = useSelectedIds().size;
  return (
    <input
      type="checkbox"
      className={classes.box}
      data-all
      aria-label="Select all on this page"
      checked={chosen > 0 && chosen === total}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < total;
      }}
      onChange={() => store.update(chosen === total ? clear : selectAll)}
    />
  );
}

interface SortHeadingProps {
  column: 'name' | 'updated_at' | 'size';
  name: string;
  className?: string;
  sort: Sort;
  onSort(sort: Sort): void;
}

function SortHeading({ column, name, className, sort, onSort }: SortHeadingProps) {
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th className={className} aria-sort={order}>
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, column))}>
        {name}
        {order ? <Arrow size={14} stroke={1.8} aria-hidden /> : null}
      </button>
    </th>
  );
}
