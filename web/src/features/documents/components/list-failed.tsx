import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

/** Stands in for a list that could not be loaded; the toast gives the reason. */
export function ListFailed({ retry }: { retry(): void }) {
  return (
    <EmptyState
      icon={IconCloudOff}
      title="Couldn’t load your documents"
      action={
        <Button variant="default" size="sm" onClick={retry}>
          Try again
        </Button>
      }
    >
      Your files are safe. Check your connection, then try again.
    </EmptyState>
  );
}
