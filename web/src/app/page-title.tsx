import { VisuallyHidden } from '@mantine/core';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The title of the innermost route that has one. */
export function useTitle(): string | undefined {
  return useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title });
}

/** Names the browser tab, and tells screen readers about a new page, which a page load would do by itself. */
export function PageTitle() {
  const title = useTitle();
  useEffect(() => {
    document.title = title ? `${title} · Sheaf` : 'Sheaf';
  }, [title]);
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}

/** Names the browser tab after what a page shows, once that is known. */
export function useTabName(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = `${name} · Sheaf`;
  }, [name]);
}
