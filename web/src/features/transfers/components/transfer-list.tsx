import { Skeleton, Stack, Title } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { historyQuery, openTransfersQuery } from '../api/transfers.ts';
import { isOpen } from '../transfer-text.ts';
import { TransferCard } from './transfer-card.tsx';
import classes from './transfers.module.css';

interface TransferListProps {
  /** Whether there are two places files can go between. */
  ready: boolean;
  onDetails(id: string): void;
}

/** Running transfers first, then finished ones. */
export function TransferList({ ready, onDetails }: TransferListProps) {
  const open = useQuery(openTransfersQuery());
  const history = useInfiniteQuery(historyQuery());
  const ended = history.data?.items.filter((transfer) => !isOpen(transfer)) ?? [];
  if (open.isPending || history.isPending) return <Placeholders />;
  const reload = () => void Promise.all([open.refetch(), history.refetch()]);
  if (!open.data || !history.data) return <LoadFailed what="the transfers" retry={reload} />;
  if (open.data.length === 0 && history.data.total === 0) return <NoTransfers ready={ready} />;
  return (
    <>
      <PageToolbar>
        <NewTransferLink />
      </PageToolbar>
      <Cards title="In progress" transfers={open.data} onDetails={onDetails} />
      <Cards title="History" transfers={ended} onDetails={onDetails} />
      <LoadMore query={history} what="transfers">
        <Skeleton height={120} radius={12} mt={12} />
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

interface CardsProps {
  title: string;
  transfers: readonly Transfer[];
  onDetails(id: string): void;
}

function Cards({ title, transfers, onDetails }: CardsProps) {
  const id = useId();
  if (transfers.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {title}
      </Title>
      <ul className={classes.cards}>
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            <TransferCard transfer={transfer} onDetails={() => onDetails(transfer.id)} />
          </li>
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
