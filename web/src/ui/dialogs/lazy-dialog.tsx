import { useMounted } from '@mantine/hooks';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A dialog whose code is loaded when it is first opened. It opens one render after it is mounted: a dialog that is mounted
 * open does not record where the focus was, and could not return it.
 */
export function lazyDialog<Props extends { opened: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Dialog: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  const OnceMounted = (props: Props) => {
    const mounted = useMounted();
    return <Dialog {...props} opened={mounted && props.opened} />;
  };
  return (props: Props) => (
    <LazyDialog opened={props.opened}>
      <OnceMounted {...props} />
    </LazyDialog>
  );
}

/** Mounts its children when it is first opened and keeps them: an unmounted dialog could not return the focus. */
function LazyDialog({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return wanted ? <Suspense>{children}</Suspense> : null;
}
