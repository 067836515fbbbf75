import { Skeleton, Stack } from '@mantine/core';

/** Shown while rows are loading. */
export function ListSkeleton({ rows, height = 56, framed }: { rows: number; height?: number; framed?: boolean }) {
  return (
    <Stack gap={0} className={framed ? 'framed' : undefined} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <div key={row} style={{ height, display: 'flex', alignItems: 'center', gap: 12, padding: '0 16px' }}>
          <Skeleton height={32} circle />
          <Skeleton height={12} width={`${40 - ((row * 7) % 20)}%`} />
        </div>
      ))}
    </Stack>
  );
}
