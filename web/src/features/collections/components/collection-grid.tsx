import { Button, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Collection } from '@sheaf/contract';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import table from '../../../ui/lists/table.module.css';
import { collectionsQuery, deleteCollection } from '../api/collections.ts';
import { CollectionCard } from './collection-card.tsx';
import classes from './collections.module.css';

const CollectionDialog = lazyDialog(async () => (await import('./collection-dialog.tsx')).CollectionDialog);

/** All collections of the person as cards. */
export function CollectionGrid() {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 500);
  const { data } = useInfiniteQuery(collectionsQuery(searched));
  const { item, opened, open, close } = useDialog<Collection>();

  const create = (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => open()}>
      Create a collection
    </Button>
  );
  // The key keeps the dialog, and what is typed in it, when the list appears around it.
  const dialog = <CollectionDialog key="dialog" opened={opened} collection={item} onClose={close} />;

  if (data?.total === 0 && !search && !searched) {
    return (
      <>
        <EmptyState icon={IconStack2} title="No collections yet" action={create}>
          A collection gathers files from different apps without moving them.
        </EmptyState>
        {dialog}
      </>
    );
  }
  return (
    <>
      <PageToolbar start={data ? count(data.total, 'collection') : null}>
        <SearchField label="Search collections" value={search} onChange={setSearch} />
        {create}
      </PageToolbar>
      <Cards search={searched} onRename={open} />
      {dialog}
    </>
  );
}

function Cards({ search, onRename }: { search: string; onRename(collection: Collection): void }) {
  const query = useInfiniteQuery(collectionsQuery(search));
  const { mutate: remove } = useMutation(deleteCollection);
  if (query.isPending) {
    return (
      <div className={classes.grid} role="status" aria-label="Loading collections">
        <LoadingCards />
      </div>
    );
  }
  if (!query.data) return <LoadFailed what="your collections" retry={() => void query.refetch()} />;
  if (query.data.total === 0) return <p className={table.none}>No data</p>;
  return (
    <>
      <ul className={classes.grid}>
        {query.data.items.map((collection) => (
          <CollectionCard
            key={collection.id}
            collection={collection}
            onRename={() => onRename(collection)}
            onDelete={() => remove(collection)}
          />
        ))}
      </ul>
      <LoadMore query={query} what="collections">
        <div className={classes.grid} style={{ marginTop: 16 }}>
          <LoadingCards />
        </div>
      </LoadMore>
    </>
  );
}

const LoadingCards = () => ['a', 'b', 'c', 'd'].map((card) => <Skeleton key={card} height={208} radius={12} />);
