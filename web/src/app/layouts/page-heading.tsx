import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useHeaderTitle } from '../router/page-title.tsx';
import classes from './page-heading.module.css';

/** On phones the header shows the title, so it takes no row of its own. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}

/** The title of the page, above its content. Pages that list documents have one of their own. */
export function PageHeading({ onSlot }: { onSlot?(slot: HTMLElement | null): void }) {
  const title = useHeaderTitle();
  const isPhone = useIsPhone();
  if (!title || isPhone) return null;
  return (
    <div className={`row wrap between gap-12 ${classes.row}`}>
      <Title order={1} className={classes.heading}>
        {title}
      </Title>
      {onSlot ? <div ref={onSlot} /> : null}
    </div>
  );
}
