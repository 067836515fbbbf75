import { useMounted } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';

/** Mounts its children when it is first opened and keeps them: an unmounted dialog could not return the focus. */
export function LazyDialog({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return wanted ? <Suspense>{children}</Suspense> : null;
}

/**
 * For a dialog inside LazyDialog. It opens one render after it is mounted: a dialog that is mounted open does not
 * record where the focus was, and could not return it.
 */
export function useOpenedOnceMounted(opened: boolean): boolean {
  return useMounted() && opened;
}
