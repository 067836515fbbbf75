import type { Document } from '@sheaf/contract';
import type { ReactNode } from 'react';
import { addressOf, folderSearch, locationSearch } from '../../../../../ui/documents/places.ts';
import classes from './marks.module.css';

/**
 * For tabs of its own: by Ctrl-click, or the middle button. Other clicks are for the row, which has the focus too; see
 * use-list-events.ts.
 */
export function NameLink({ document, children }: { document: Document; children: ReactNode }) {
  // What is in the trash opens nowhere.
  if (document.deleted) return children;
  const search =
    document.type === 'folder' ? folderSearch(document) : { ...locationSearch(document), preview: document.id };
  return (
    <a href={addressOf(search)} className={classes.link} data-action="name" tabIndex={-1} draggable={false}>
      {children}
    </a>
  );
}
