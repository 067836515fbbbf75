import { Menu } from '@mantine/core';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { type Named, type Paged, useChoices, useCollections, useLabels } from '../choices.ts';
import { FilterChip, Options } from './filter-chip.tsx';
import classes from './filters.module.css';

interface FilterProps {
  value: string | undefined;
  onChange(value: string | undefined): void;
}

export function LabelFilter({ value, onChange }: FilterProps) {
  return (
    <FilterChip name="Label" chosen={useChoices().labelName} value={value} onChange={onChange}>
      <LabelItems />
    </FilterChip>
  );
}

export function CollectionFilter({ value, onChange }: FilterProps) {
  return (
    <FilterChip name="Collection" chosen={useChoices().collectionName} value={value} onChange={onChange}>
      <CollectionItems />
    </FilterChip>
  );
}

function LabelItems() {
  return <Items query={useLabels()} what="labels" />;
}

function CollectionItems() {
  return <Items query={useCollections()} what="collections" />;
}

/** All options; each scroll loads twenty more. */
function Items({ query, what }: { query: Paged<Named & { color?: string }>; what: string }) {
  // A menu may contain items only, so loading, failure and the empty text are items too.
  if (query.isPending) return <Menu.Item disabled>Loading…</Menu.Item>;
  if (!query.data) {
    return (
      <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
        Couldn’t load. Try again
      </Menu.Item>
    );
  }
  if (query.data.total === 0) return <Menu.Item disabled>No {what} yet</Menu.Item>;
  const options = query.data.items.map(({ id, name, color }) => ({
    value: id,
    name,
    icon: color ? <span className={classes.dot} style={{ '--dot': color }} /> : undefined,
  }));
  return (
    <>
      <Options options={options} />
      <LoadMore query={query} what={what}>
        <Menu.Item disabled>Loading…</Menu.Item>
      </LoadMore>
    </>
  );
}
