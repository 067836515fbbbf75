import { Select, Text } from '@mantine/core';
import type { Transfer, TransferItem, TransferOutcome } from '@sheaf/contract';
import { IconFile, IconFileText, IconFolder, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { formatBytes } from '../../../lib/format/format.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { ITEMS_PER_PAGE, itemsQuery } from '../api/transfers.ts';
import { isOpen, newPlace, outcomeTexts } from '../transfer-text.ts';
import classes from './items.module.css';

const pictures = { file: IconFile, folder: IconFolder, native: IconFileText, link: IconLink };
const choices = [
  { value: 'all', label: 'All items' },
  ...Object.entries(outcomeTexts).map(([value, label]) => ({ value, label })),
];

interface ItemListProps {
  ref: Ref<HTMLElement>;
  transfer: Transfer;
  /** The result of the shown items; left out: all. */
  outcome: TransferOutcome | undefined;
  onOutcome(outcome: TransferOutcome | undefined): void;
}

/** The result of each item. */
export function ItemList({ ref, transfer, outcome, onOutcome }: ItemListProps) {
  const [{ of, page }, show] = useState<{ of?: TransferOutcome; page: number }>({ of: outcome, page: 1 });
  if (of !== outcome) show({ of: outcome, page: 1 });
  const query = useQuery(itemsQuery({ id: transfer.id, outcome, page, open: isOpen(transfer) }));
  const { data, isError, refetch } = query;
  return (
    <section aria-label="Items" ref={ref} tabIndex={-1} className={classes.items}>
      <Select
        label="Show"
        className={classes.filter}
        data={choices}
        value={outcome ?? 'all'}
        allowDeselect={false}
        onChange={(value) => onOutcome(value === 'all' ? undefined : (value as TransferOutcome))}
      />
      {data ? (
        <>
          {data.data.length === 0 ? <NoItems transfer={transfer} filtered={outcome !== undefined} /> : null}
          <ul className={`lined ${classes.list}`}>
            {data.data.map((item) => (
              <ItemRow key={item.id} item={item} folder={transfer.to.folder} />
            ))}
          </ul>
          {data.pagination.total > 0 ? (
            <Pager
              page={page}
              perPage={ITEMS_PER_PAGE}
              total={data.pagination.total}
              onChange={(next) => show({ of, page: next })}
            />
          ) : null}
        </>
      ) : isError ? (
        <LoadFailed what="the items" retry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={4} height={52} />
      )}
    </section>
  );
}

function NoItems({ transfer, filtered }: { transfer: Transfer; filtered: boolean }) {
  // Loaded before the first items were collected; it will be reloaded.
  if (!filtered && isOpen(transfer) && transfer.total > 0) return <ListSkeleton rows={4} height={48} />;
  const text = isOpen(transfer) ? 'No items yet.' : 'There was nothing to transfer.';
  return <Text className="empty-list">{filtered ? 'No items with this result.' : text}</Text>;
}

function ItemRow({ item, folder }: { item: TransferItem; folder: Transfer['to']['folder'] }) {
  const { kind, path, size, outcome, in_progress, reason, hash, attempts } = item;
  const Picture = pictures[kind];
  // The reason for a new name already contains it.
  const arrived = reason === null ? newPlace(item, folder) : null;
  return (
    <li className={classes.row}>
      <Picture size={20} stroke={1.6} aria-hidden className="dimmed" />
      <div className="stack gap-2 breakable">
        <span className={classes.path}>{path}</span>
        {arrived ? <span className={`dimmed small ${classes.detail}`}>New path: {arrived}</span> : null}
        {reason ? (
          <span className={`dimmed small ${classes.detail}`} data-urgent={outcome === 'failed' || undefined}>
            {reason}
            {outcome === 'failed' && attempts > 1 ? ` Tried ${attempts} times.` : null}
          </span>
        ) : null}
      </div>
      <span className={classes.size}>{size === null ? null : formatBytes(size)}</span>
      <span className={classes.outcome} data-outcome={outcome} title={hash ? `Verified by hash ${hash}` : undefined}>
        {in_progress ? 'In progress' : outcomeTexts[outcome]}
      </span>
    </li>
  );
}
