import { VisuallyHidden } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ComponentProps, Fragment, type RefObject, use, useMemo, useState } from 'react';
import { storageKeys } from '../../../../lib/session/storage-keys.ts';
import { nextSort, type Sort } from '../../query/document-query.ts';
import { type Match, startOfRelated } from '../../query/page.ts';
import { isPageSelected, selectAll, unselectPage } from '../../selection/selection.ts';
import { SelectionContext, useSelection } from '../../selection/use-selection.ts';
import { type Column, type ColumnChoice, columnNames, readChoice, shownColumns, writeChoice } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { DocumentRow } from './document-row.tsx';
import classes from './document-table.module.css';
import { type OpenPassage, Passages } from './passages.tsx';
import { useSlots } from './use-slots.ts';

/**
 * The checkbox and the name, which are shown at every width. The content below a row spans only these and is as wide as
 * the table: spanning hidden columns would take up their room.
 */
const FIRST_COLUMNS = 2;

interface DocumentTableProps {
  label: string;
  documents: readonly Document[];
  /** Left out: the list is not ordered by a column. */
  sort: Sort | undefined;
  /** The matches of a search; search results can’t be sorted. */
  matches: ReadonlyMap<string, Match> | undefined;
  showLocation: boolean;
  onSort(sort: Sort): void;
  onPassage: OpenPassage;
  list: RefObject<HTMLElement | null>;
  handlers: ComponentProps<'table'>;
}

export function DocumentTable(props: DocumentTableProps) {
  const { label, documents, sort, matches, showLocation, onSort, onPassage, list, handlers } = props;
  const heading = { sort, onSort: matches ? undefined : onSort };
  const related = startOfRelated(documents, matches);
  const slots = useSlots(documents);
  const columns = useColumns(documents, showLocation);
  return (
    <div className={classes.frame} data-found={matches ? true : undefined}>
      <table
        ref={list as RefObject<HTMLTableElement | null>}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
        role="grid"
        className={classes.table}
        aria-label={label}
        aria-multiselectable
        data-located={columns.shown.includes('location') || undefined}
        data-two-lines={documents.some(({ conversation }) => conversation !== null) || undefined}
        {...handlers}
      >
        <thead>
          <tr>
            <th className={classes.check}>
              <AllBox />
            </th>
            <SortHeading column="name" name="Name" {...heading} />
            {columns.shown.map((column) => (
              <Heading key={column} column={column} {...heading} />
            ))}
            <th className={classes.menu}>
              <VisuallyHidden>Actions</VisuallyHidden>
              <ColumnsMenu {...columns} />
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => {
            const match = matches?.get(document.id);
            return (
              <Fragment key={slots.get(document.id)}>
                {document.id === related ? (
                  <tr className={classes.group}>
                    <td colSpan={FIRST_COLUMNS}>Related by meaning</td>
                  </tr>
                ) : null}
                <DocumentRow document={document} match={match} columns={columns.shown} showLocation={showLocation} />
                {match && match.passages.length > 0 ? (
                  <tr className={classes.passages}>
                    <td colSpan={FIRST_COLUMNS}>
                      <div className={classes.found}>
                        <Passages document={document} match={match} onOpen={onPassage} />
                      </div>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function AllBox() {
  const store = use(SelectionContext);
  const selection = useSelection();
  const all = isPageSelected(selection);
  const some = selection.order.some((id) => selection.selected.has(id));
  return (
    <input
      type="checkbox"
      className={classes.box}
      data-all
      aria-label="Select all on this page"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = some && !all;
      }}
      onChange={() => store.update(all ? unselectPage : selectAll)}
    />
  );
}

interface HeadingProps {
  column: Column;
  sort: Sort | undefined;
  onSort?(sort: Sort): void;
}

function Heading({ column, ...heading }: HeadingProps) {
  const name = columnNames[column];
  if (column === 'location' || column === 'labels' || column === 'owner' || column === 'deleted')
    return <th className={classes[column]}>{name}</th>;
  return <SortHeading column={column} name={name} className={classes[column]} {...heading} />;
}

interface SortHeadingProps {
  column: 'name' | 'type' | 'updated_at' | 'size';
  name: string;
  className?: string;
  sort: Sort | undefined;
  /** Left out: the list can’t be sorted. */
  onSort?(sort: Sort): void;
}

function SortHeading({ column, name, className, sort, onSort }: SortHeadingProps) {
  if (!onSort) return <th className={className}>{name}</th>;
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

/** The columns to show for these documents, and how to change them; the browser remembers the choice. */
function useColumns(documents: readonly Document[], flat: boolean) {
  const [choice, setChoice] = useState(() => readChoice(localStorage.getItem(storageKeys.columns)));
  const { id } = useParams({ strict: false }) as { id?: string };
  const found = shownColumns(documents, { flat, of: id }, choice).join(' ');
  // Stays the same array while its columns do, because every row depends on it.
  const shown = useMemo(() => found.split(' ').filter(Boolean) as Column[], [found]);
  const choose = (next: ColumnChoice) => {
    localStorage.setItem(storageKeys.columns, writeChoice(next));
    setChoice(next);
  };
  return {
    shown,
    isChosen: Object.keys(choice).length > 0,
    toggle: (column: Column) => choose({ ...choice, [column]: !shown.includes(column) }),
    reset: () => choose({}),
  };
}
