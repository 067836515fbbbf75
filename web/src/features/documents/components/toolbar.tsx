import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { LightMenu } from '../../../ui/menus/light-menu.tsx';
import { FilterButton } from '../filters/filter-button.tsx';
import { Filters } from '../filters/filters.tsx';
import { activeFilters, type DocumentQuery, type Scope, type Sort, type View } from '../query/document-query.ts';
import type { DocumentSearch } from '../query/document-search.ts';
import classes from './toolbar.module.css';

interface Order {
  value: string;
  name: string;
}

/** The orders of search results. */
const orders: readonly Order[] = [
  { value: 'relevance', name: 'Most relevant first' },
  { value: 'date', name: 'Newest first' },
];

const sorts: readonly (Order & { value: Sort })[] = [
  { value: 'name', name: 'Name, A to Z' },
  { value: '-name', name: 'Name, Z to A' },
  { value: '-updated_at', name: 'Newest first' },
  { value: 'updated_at', name: 'Oldest first' },
  { value: '-size', name: 'Largest first' },
  { value: 'size', name: 'Smallest first' },
  { value: 'type', name: 'Type, A to Z' },
  { value: '-type', name: 'Type, Z to A' },
];

interface ToolbarProps {
  query: DocumentQuery;
  /** Left out: ordered by when something was used, starred or deleted. */
  sort: Sort | undefined;
  scope: Scope;
  view: View;
  /** Shown at the start: the current place. */
  place: ReactNode;
  upload?: ReactNode;
  onSearch(change: Partial<DocumentSearch>, replace?: boolean): void;
  onView(view: View): void;
}

export function Toolbar({ query, sort, scope, view, place, upload, onSearch, onView }: ToolbarProps) {
  const [filtering, setFiltering] = useState(false);
  const filterButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.toolbar}>
      <div className={`row wrap gap-12 ${classes.line}`}>
        {place}
        <div className={classes.tools}>
          <FilterButton
            ref={filterButton}
            opened={filtering}
            count={activeFilters(query, scope).filter((name) => name !== 'search').length}
            onToggle={() => setFiltering(!filtering)}
          />
          {query.search ? (
            <SortMenu
              options={orders}
              value={query.order ?? 'relevance'}
              onChange={(order) => onSearch({ order: order === 'date' ? order : undefined })}
            />
          ) : (
            <SortMenu
              options={sorts}
              value={sort}
              otherwise={ownOrder(query)}
              onChange={(next) => onSearch({ sort: next })}
            />
          )}
          <ViewSwitch view={view} onChange={onView} />
          {upload}
        </div>
      </div>
      <Filters
        query={query}
        scope={scope}
        showAll={filtering}
        onSearch={onSearch}
        // The chip disappears with its value, so the focus moves to the button.
        onCleared={() => filterButton.current?.focus()}
      />
    </div>
  );
}

interface SortMenuProps {
  options: readonly Order[];
  /** Left out: none of the options is the order. */
  value: string | undefined;
  /** The name of that order. */
  otherwise?: string;
  onChange(value: string): void;
}

/** The name of an order that is not by a column. */
const ownOrder = ({ place }: DocumentQuery): string =>
  place === 'trash' ? 'Last deleted first' : place === 'starred' ? 'Last starred first' : 'Last used first';

function SortMenu({ options, value: chosen, otherwise, onChange }: SortMenuProps) {
  return (
    <LightMenu
      position="bottom-end"
      width={200}
      portalProps={{ target: '#content' }}
      renderButton={(props) => (
        <Button
          {...props}
          variant="default"
          className={`rigid ${classes.sort}`}
          leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
          aria-label={`Sort: ${options.find(({ value }) => value === chosen)?.name ?? otherwise}`}
        >
          Sort
        </Button>
      )}
    >
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen ?? null} onChange={onChange}>
          {options.map(({ value, name }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </LightMenu>
  );
}

const views = [
  { value: 'list', name: 'List', icon: IconList },
  { value: 'grid', name: 'Grid', icon: IconLayoutGrid },
] as const;

function ViewSwitch({ view, onChange }: { view: View; onChange(view: View): void }) {
  return (
    <ActionIcon.Group className="rigid">
      {views.map(({ value, name, icon: Picture }) => (
        <ActionIcon
          key={value}
          variant="default"
          size={36}
          className={classes.view}
          aria-label={name}
          aria-pressed={view === value}
          title={name}
          onClick={() => onChange(value)}
        >
          <Picture size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}
