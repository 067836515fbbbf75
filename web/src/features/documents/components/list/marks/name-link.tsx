import type { Document } from '@sheaf/contract';
import type { ReactNode } from 'react';
import { addressOf, folderSearch, locationSearch } from '../../../../../ui/documents/places.ts';
import classes from './marks.module.css';

/**
 * A link for opening the document in a new tab, with Ctrl-click or the middle button. Other clicks act on the row,
 * which also has the focus; see use-list-events.ts.
 */
export function NameLink({ document, children }: { document: Document; children: ReactNode }) {
  // Documents in the trash can’t be opened.
  if (document.deleted) return children;
  const search =
    document.type === 'folder' ? folderSearch(document) : { ...locationSearch(document), preview: document.id };
  return (
    <a href={addressOf(search)} className={classes.link} data-action="name" tabIndex={-1} draggable={false}>
      {children}
    </a>
  );
}
