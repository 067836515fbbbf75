import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconLayoutGrid, IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LightMenu } from '../../../ui/menus/light-menu.tsx';
import type { DocumentQuery, Scope, Sort, View } from '../document-query.ts';
import type { DocumentSearch } from '../document-search.ts';
import { Filters } from '../filters/filters.tsx';
import classes from './toolbar.module.css';

const sorts: readonly { value: Sort; name: string }[] = [
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
  /** Left out: by when something was used. */
  sort: Sort | undefined;
  scope: Scope;
  view: View;
  /** Shown at the start: the current place. */
  place: ReactNode;
  /** The field to search in. */
  searchBox: ReactNode;
  upload?: ReactNode;
  onSearch(change: Partial<DocumentSearch>, replace?: boolean): void;
  onView(view: View): void;
}

export function Toolbar({ query, sort, scope, view, place, searchBox, upload, onSearch, onView }: ToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <div className={classes.line}>
        {place}
        <div className={classes.tools}>
          {searchBox}
          {query.search ? null : <SortMenu sort={sort} onChange={(next) => onSearch({ sort: next })} />}
          <ViewSwitch view={view} onChange={onView} />
          {upload}
        </div>
      </div>
      <Filters query={query} scope={scope} onSearch={onSearch} />
    </div>
  );
}

function SortMenu({ sort, onChange }: { sort: Sort | undefined; onChange(sort: Sort): void }) {
  return (
    <LightMenu
      position="bottom-end"
      width={200}
      portalProps={{ target: '#content' }}
      renderButton={(props) => (
        <Button
          {...props}
          variant="default"
          className={classes.sort}
          leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
          aria-label={`Sort: ${sorts.find(({ value }) => value === sort)?.name ?? 'Last used first'}`}
        >
          Sort
        </Button>
      )}
    >
      <Menu.Dropdown>
        <Menu.RadioGroup value={sort ?? null} onChange={(value) => onChange(value as Sort)}>
          {sorts.map(({ value, name }) => (
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
    <ActionIcon.Group className={classes.views}>
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
