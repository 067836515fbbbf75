import type { Document } from '@sheaf/contract';
import { use, useState } from 'react';
import type { Sort, View } from '../../query/document-query.ts';
import type { Match } from '../../query/page.ts';
import type { ChosenActions } from '../../selection/chosen-actions.ts';
import type { Page } from '../../selection/selection.ts';
import { type Point, useListEvents } from '../../selection/use-list-events.ts';
import { useRubberBand } from '../../selection/use-rubber-band.ts';
import { SelectionContext } from '../../selection/use-selection.ts';
import { DocumentMenu } from '../document-menu.tsx';
import { DocumentCards } from './document-cards.tsx';
import { DocumentTable } from './document-table.tsx';
import type { OpenPassage } from './passages.tsx';
import classes from './rubber-band.module.css';

interface DocumentListProps {
  label: string;
  documents: readonly Document[];
  /** The page, and the list it belongs to. */
  page: Page;
  view: View;
  sort: Sort | undefined;
  /** The search matches in each document. */
  matches: ReadonlyMap<string, Match> | undefined;
  showLocation: boolean;
  onSort(sort: Sort): void;
  onOpen(document: Document): void;
  onPreview(document: Document): void;
  onShowInFolder(document: Document): void;
  onPassage: OpenPassage;
  /** The actions for these documents. */
  actionsFor(chosen: readonly Document[]): ChosenActions;
}

/** The rows of one page with selection and menu. Nothing here renders again when the selection changes. */
export function DocumentList(props: DocumentListProps) {
  const { label, documents, page, view, sort, matches, showLocation, onPassage } = props;
  const { onSort, onOpen, onPreview, onShowInFolder, actionsFor } = props;
  const store = use(SelectionContext);
  const [menu, setMenu] = useState<{ opened: boolean; at: Point; documents: readonly Document[] }>();
  const chosen = () => store.chosen(documents);
  const { list, handlers, focusActive } = useListEvents(documents, page, {
    open: onOpen,
    preview: onPreview,
    showInFolder: onShowInFolder,
    menu: (at) => setMenu({ opened: true, at, documents: chosen() }),
    remove: () => {
      const { remove, deleteForever } = actionsFor(chosen());
      (remove ?? deleteForever)?.run?.();
    },
    star: () => actionsFor(chosen()).star?.run?.(),
    rename: () => actionsFor(chosen()).rename?.run?.(),
    copy: () => actionsFor(chosen()).copy?.run?.(),
    cut: () => actionsFor(chosen()).cut?.run?.(),
  });
  const band = useRubberBand(list, focusActive);
  const closeMenu = () => {
    setMenu((state) => state && { ...state, opened: false });
    focusActive();
  };
  return (
    <>
      {view === 'grid' ? (
        <DocumentCards
          label={label}
          documents={documents}
          matches={matches}
          showLocation={showLocation}
          onPassage={onPassage}
          list={list}
          handlers={handlers}
        />
      ) : (
        <DocumentTable
          label={label}
          documents={documents}
          sort={sort}
          matches={matches}
          showLocation={showLocation}
          onPassage={onPassage}
          onSort={onSort}
          list={list}
          handlers={handlers}
        />
      )}
      {menu ? (
        <DocumentMenu
          {...menu}
          actions={actionsFor(menu.documents)}
          onOpen={onOpen}
          onShowInFolder={onShowInFolder}
          onClose={closeMenu}
        />
      ) : null}
      <div ref={band} className={classes.band} hidden aria-hidden />
    </>
  );
}
