import { VisuallyHidden } from '@mantine/core';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The title of the innermost route that has one. */
function useTitle(): string | undefined {
  return useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title });
}

/** The title that the frame shows. Pages that list documents name what they list themselves. */
export function useHeaderTitle(): string | undefined {
  const isList = useMatches({ select: (matches) => matches.some((match) => match.staticData.scope) });
  const title = useTitle();
  return isList ? undefined : title;
}

/** Sets the title of the browser tab and announces a new page to screen readers, as a page load would. */
export function PageTitle() {
  const title = useTitle();
  useEffect(() => {
    document.title = title ? `${title} · Sheaf` : 'Sheaf';
  }, [title]);
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}

/** Sets the title of the browser tab to what the page shows, once that is loaded. */
export function useTabName(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = `${name} · Sheaf`;
  }, [name]);
}
