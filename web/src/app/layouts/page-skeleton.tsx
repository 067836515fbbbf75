import { Skeleton, Stack } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { session } from '../../lib/api/http.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

/** Shown while a page is loading, inside the layout. */
export function PageSkeleton() {
  const offline = useSyncExternalStore(session.subscribe, () => session.offline);
  if (offline) {
    return (
      <EmptyState icon={IconCloudOff} title="You’re offline">
        This page isn’t loaded yet. It opens when you’re back online.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton height={20} width={180} />
      <Skeleton height={44} maw={560} />
      <Skeleton height={44} maw={560} />
      <Skeleton height={44} maw={560} />
    </Stack>
  );
}
