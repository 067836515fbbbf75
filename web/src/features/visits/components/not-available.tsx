import { Button } from '@mantine/core';
import { IconCloudOff, IconFileOff, IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { isNotAvailable } from '../api/visits.ts';

interface NotAvailableProps {
  error: Error;
  /** The way back to the linked folder, if the document was in one. */
  inside?: ReactNode;
  onRetry(): void;
}

/** The same for links that expired, were revoked, are turned off or never existed. */
export function NotAvailable({ error, inside, onRetry }: NotAvailableProps) {
  if (isNotAvailable(error) && inside) {
    return (
      <EmptyState icon={IconFileOff} title="Not found in this folder" order={1} action={inside}>
        It may have been moved or deleted.
      </EmptyState>
    );
  }
  if (isNotAvailable(error)) {
    return (
      <EmptyState icon={IconLinkOff} title="This link isn’t available" order={1}>
        It may have expired or been revoked, or part of the address is missing. Ask the person who sent it to you.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconCloudOff}
      title="Couldn’t open this link"
      order={1}
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {error.message}
    </EmptyState>
  );
}
