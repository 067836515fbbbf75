import type { Document } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { storageKeys } from '../../../lib/storage-keys.ts';
import { useStoredFlag } from '../../../lib/use-stored-flag.ts';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { canDelete, deleteDocuments } from '../api/delete.ts';
import { downloadDocuments } from '../api/download.ts';
import { changeSearch, type Scope, type View } from '../document-query.ts';
import type { DocumentSearch } from '../document-search.ts';
import { useDocumentPage } from '../use-document-page.ts';
import { SelectionContext, SelectionStore } from '../use-selection.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import type { ChosenActions } from './chosen-actions.ts';
import { DocumentList } from './document-list.tsx';
import { DocumentSkeleton } from './document-skeleton.tsx';
import classes from './document-table.module.css';
import { NothingHere } from './nothing-here.tsx';
import { Toolbar } from './toolbar.tsx';

const ManageLabels = lazy(async () => ({ default: (await import('./manage-labels.tsx')).ManageLabels }));
const ManageCollections = lazy(async () => ({ default: (await import('./manage-collections.tsx')).ManageCollections }));

export interface DocumentBrowserProps {
  /** Names the list. */
  label: string;
  search: DocumentSearch;
  scope: Scope;
  /** Stands at the beginning of the toolbar; else the way through folders. */
  place?: ReactNode;
  upload?: ReactNode;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  mayShare: boolean;
  mayTransfer: boolean;
  onSearch(search: DocumentSearch, how: { replace: boolean; resetScroll: boolean }): void;
  onOpenFolder(id: string, view: string | undefined): void;
  onShare(documents: readonly Document[]): void;
  onSwitchCloud(ids: readonly string[]): void;
  /** Of what lives here alone. */
  onRename(document: Document): void;
  onMove(documents: readonly Document[]): void;
}

/**
 * The list of documents behind every page that shows one. Where it stands is in the address, all of it. Its properties
 * should stay the same objects, so that it renders in slices, after a change of the address has been shown otherwise.
 */
export const DocumentBrowser = memo(function DocumentBrowser(props: DocumentBrowserProps) {
  const { label, search, scope, place, upload, empty, mayShare, mayTransfer, onOpenFolder } = props;
  const { query, result, documents, total, last, prefetch } = useDocumentPage(search, scope);
  const before = useDeferredValue(documents);
  // The first rows come at once, not after an empty table.
  const shown = before.length > 0 ? before : documents;
  const [selection] = useState(() => new SelectionStore());
  const [view, setView] = useView(search.view);
  const [managed, setManaged] = useState<{ what?: 'labels' | 'collections'; documents: readonly Document[] }>({
    documents: [],
  });
  const { mutate: download, isPending: downloading } = useMutation(downloadDocuments);
  const { mutate: remove } = useMutation(deleteDocuments);

  const change = (changes: Partial<DocumentSearch>, replace = false) =>
    props.onSearch(changeSearch(search, changes), { replace, resetScroll: 'page' in changes });
  const closeManaged = () => setManaged((state) => ({ ...state, what: undefined }));

  const beyond = result.isSuccess && !result.isPlaceholderData && query.page > last;
  const toLast = useEffectEvent(() => change({ page: last }, true));
  useEffect(() => {
    if (beyond) toLast();
  }, [beyond]);

  const actionsFor = (chosen: readonly Document[]): ChosenActions => {
    const own = chosen.every((document) => document.own);
    const here = chosen.every(canDelete);
    const [only] = chosen.length === 1 ? chosen : [];
    return {
      share: own && mayShare ? () => props.onShare(chosen) : undefined,
      labels: () => setManaged({ what: 'labels', documents: chosen }),
      collections: () => setManaged({ what: 'collections', documents: chosen }),
      switchCloud: own && mayTransfer ? () => props.onSwitchCloud(chosen.map(({ id }) => id)) : undefined,
      download: () => download(chosen),
      rename: here && only ? () => props.onRename(only) : undefined,
      move: here ? () => props.onMove(chosen) : undefined,
      remove: here ? () => remove(chosen) : undefined,
    };
  };
  const preview = ({ id }: Document) => change({ preview: id });

  return (
    <SelectionContext value={selection}>
      <Toolbar
        query={query}
        scope={scope}
        view={view}
        place={place ?? <Breadcrumbs query={query} view={search.view} />}
        upload={upload}
        onSearch={change}
        onView={(value) => {
          setView(value);
          change({ view: value }, true);
        }}
      />
      {result.isPending ? <DocumentSkeleton view={view} /> : null}
      {result.isError && !result.data ? <LoadFailed what="your documents" retry={() => void result.refetch()} /> : null}
      {result.data && total === 0 ? (
        <NothingHere query={query} scope={scope} onSearch={change}>
          {empty}
        </NothingHere>
      ) : null}
      {total > 0 ? (
        <div className={result.isPlaceholderData ? classes.old : undefined} aria-busy={result.isPlaceholderData}>
          <DocumentList
            label={label}
            documents={shown}
            view={view}
            sort={query.sort}
            downloading={downloading}
            onSort={(sort) => change({ sort })}
            onOpen={(document) =>
              document.type === 'folder' ? onOpenFolder(document.id, search.view) : preview(document)
            }
            onPreview={preview}
            onShowInFolder={({ parent_id }) => parent_id && onOpenFolder(parent_id, search.view)}
            actionsFor={actionsFor}
          />
          <Pager
            page={query.page}
            perPage={query.per_page}
            total={total}
            onChange={(page) => change({ page })}
            onIntent={prefetch}
          />
        </div>
      ) : null}
      <LazyDialog opened={managed.what === 'labels'}>
        <ManageLabels opened={managed.what === 'labels'} documents={managed.documents} onClose={closeManaged} />
      </LazyDialog>
      <LazyDialog opened={managed.what === 'collections'}>
        <ManageCollections
          opened={managed.what === 'collections'}
          documents={managed.documents}
          onClose={closeManaged}
        />
      </LazyDialog>
    </SelectionContext>
  );
});

/** As the address says, else as it was left. */
function useView(given: string | undefined): [View, (view: View) => void] {
  const [grid, setGrid] = useStoredFlag(storageKeys.grid);
  const view = given === 'grid' || given === 'list' ? given : grid ? 'grid' : 'list';
  return [view, (value) => setGrid(value === 'grid')];
}
