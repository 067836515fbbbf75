import { Skeleton, Stack } from '@mantine/core';
import { ApiError, type TransferOutcome } from '@sheaf/contract';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { transferQuery } from '../api/transfers.ts';
import { TransferDetails } from './transfer-details.tsx';

interface TransferViewProps {
  id: string;
  /** Shows only items with this result, at first. */
  items?: TransferOutcome;
  onDeleted(): void;
}

/** One transfer by its id. */
export function TransferView({ id, items, onDeleted }: TransferViewProps) {
  const { data, error, refetch } = useQuery(transferQuery(id));
  if (data) return <TransferDetails key={id} transfer={data} items={items} onDeleted={onDeleted} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
    return (
      <EmptyState icon={IconArrowsExchange} title="Transfer not found">
        It was deleted from history, or it belongs to someone else.
      </EmptyState>
    );
  }
  if (error) return <LoadFailed what="this transfer" retry={() => void refetch()} />;
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton height={40} />
      <Skeleton height={64} />
      <Skeleton height={160} />
    </Stack>
  );
}
