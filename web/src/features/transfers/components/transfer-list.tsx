import { Button, Skeleton, Stack, Title } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconArrowsExchange, IconFilterOff, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { historyQuery, openTransfersQuery } from '../api/transfers.ts';
import { startOf } from '../transfer-search.ts';
import { isOpen } from '../transfer-text.ts';
import rows from './history.module.css';
import { type Filters, HistoryFilters } from './history-filters.tsx';
import { HistoryRow } from './history-row.tsx';
import { TransferCard } from './transfer-card.tsx';
import classes from './transfers.module.css';

interface TransferListProps {
  /** Whether there are two places to transfer files between. */
  ready: boolean;
  filters: Filters;
  onFilters(filters: Filters): void;
  onDetails(id: string, items?: 'not_transferable'): void;
}

/** Running transfers first, then finished ones. */
export function TransferList({ ready, filters, onFilters, onDetails }: TransferListProps) {
  const open = useQuery(openTransfersQuery());
  const { type, date } = filters;
  const since = date && startOf(date);
  const history = useInfiniteQuery(historyQuery({ ...(type && { mode: type }), ...(since && { since }) }));
  const isFiltered = type !== undefined || date !== undefined;
  const ended = history.data?.items.filter((transfer) => !isOpen(transfer)) ?? [];
  if (open.isPending || history.isPending) return <Placeholders />;
  const reload = () => void Promise.all([open.refetch(), history.refetch()]);
  if (!open.data || !history.data) return <LoadFailed what="the transfers" retry={reload} />;
  const running = open.data.filter(
    ({ mode, created_at }) => (type ?? mode) === mode && created_at >= (since ?? created_at),
  );
  if (open.data.length === 0 && history.data.total === 0 && !isFiltered) return <NoTransfers ready={ready} />;
  return (
    <>
      <PageToolbar>
        <HistoryFilters filters={filters} onChange={onFilters} />
        <NewTransferLink />
      </PageToolbar>
      <Section title="In progress" className={classes.cards} transfers={running}>
        {(transfer) => <TransferCard transfer={transfer} onDetails={(items) => onDetails(transfer.id, items)} />}
      </Section>
      <Section title="History" className={`lined ${rows.rows}`} transfers={ended}>
        {(transfer) => <HistoryRow transfer={transfer} onDetails={(items) => onDetails(transfer.id, items)} />}
      </Section>
      {isFiltered && running.length === 0 && ended.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title="No transfers match these filters"
          action={
            <Button variant="default" onClick={() => onFilters({})}>
              Clear filters
            </Button>
          }
        >
          Try another type or a longer time.
        </EmptyState>
      ) : null}
      <LoadMore query={history} what="transfers">
        <Skeleton height={64} radius={12} mt={12} />
      </LoadMore>
    </>
  );
}

function NewTransferLink() {
  return (
    <ButtonLink to="/switch-cloud/transfer" leftSection={<IconPlus size={16} stroke={2} aria-hidden />}>
      New transfer
    </ButtonLink>
  );
}

interface SectionProps {
  title: string;
  className: string | undefined;
  transfers: readonly Transfer[];
  children(transfer: Transfer): ReactNode;
}

function Section({ title, className, transfers, children }: SectionProps) {
  const id = useId();
  if (transfers.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {title}
      </Title>
      <ul className={className}>
        {transfers.map((transfer) => (
          <li key={transfer.id}>{children(transfer)}</li>
        ))}
      </ul>
    </section>
  );
}

function NoTransfers({ ready }: { ready: boolean }) {
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title="No transfers yet"
      action={
        ready ? (
          <NewTransferLink />
        ) : (
          <ButtonLink to="/apps" variant="default">
            Go to Apps
          </ButtonLink>
        )
      }
    >
      {ready
        ? 'Switch cloud copies or moves files from one account to another. Every copy is verified against the original.'
        : 'Switch cloud copies or moves files from one account to another. To start, connect an app and choose what to sync.'}
    </EmptyState>
  );
}

function Placeholders() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      <Skeleton height={20} width={120} />
      <Skeleton height={132} radius={12} />
      <Skeleton height={132} radius={12} />
    </Stack>
  );
}
