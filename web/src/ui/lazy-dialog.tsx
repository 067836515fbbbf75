import { type ReactNode, Suspense, useState } from 'react';

/** Loads what is inside when it is opened first, and keeps it: a dialog that vanished could not give the focus back. */
export function LazyDialog({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return wanted ? <Suspense>{children}</Suspense> : null;
}
