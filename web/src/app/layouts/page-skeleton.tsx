import { Skeleton, Stack } from '@mantine/core';

/** Stands where a page is still loading, in the frame that is already there. */
export function PageSkeleton() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton height={20} width={180} />
      <Skeleton height={44} maw={560} />
      <Skeleton height={44} maw={560} />
      <Skeleton height={44} maw={560} />
    </Stack>
  );
}
