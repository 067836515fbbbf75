import { type bulk, type CallInput, type Document, limits, type SharePermission } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { folderSearch, locationSearch, type PlaceSearch } from '../../../ui/documents/places.ts';
import { actionToast } from '../../../ui/feedback/action-toast.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkipLink } from '../../../ui/navigation/skip-link.tsx';
import { deleteDocuments } from '../api/delete.ts';
import { downloadDocuments, downloadList } from '../api/download.ts';
import { starDocuments, toggledStar } from '../api/star.ts';
import type { Tagging } from '../api/tags.ts';
import { restoreDocuments } from '../api/trash.ts';
import { useChoices } from '../choices.ts';
import { copyDocumentLink } from '../document-link.ts';
import { filtersOf, isOfOnePlace, type OnSearch, type Scope, scopeOf, scopeOfPage } from '../query/document-query.ts';
import { type DocumentSearch, lookedThrough } from '../query/document-search.ts';
import { withOperators } from '../query/filter-operators.ts';
import type { SearchParts } from '../query/search-parts.ts';
import { useDocumentPage } from '../query/use-document-page.ts';
import { addStar, type ChosenAction, type ChosenActions, partAction, removeStar } from '../selection/chosen-actions.ts';
import { changeablePart, inDifferentPlaces, ownPart, whyNoCopy } from '../selection/part-of.ts';
import { clear } from '../selection/selection.ts';
import { SelectionContext, SelectionStore } from '../selection/use-selection.ts';
import { useFolder } from '../use-folder.ts';
import { DocumentList } from './list/document-list.tsx';
import { DocumentSkeleton } from './list/document-skeleton.tsx';
import classes from './list/document-table.module.css';
import { ListFailed } from './list-failed.tsx';
import { NothingHere } from './nothing-here.tsx';
import { SearchSummary } from './search-summary.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type Managed, ManageTags } from './tags/manage-tags.tsx';
import { Toolbar } from './toolbar.tsx';
import { useView } from './use-view.ts';

const DeleteForeverDialog = lazyDialog(
  async () => (await import('./trash/delete-forever-dialog.tsx')).DeleteForeverDialog,
);

const DeleteEverythingDialog = lazyDialog(
  async () => (await import('./delete-everything-dialog.tsx')).DeleteEverythingDialog,
);

const none: readonly Document[] = [];

type BulkRequest = NonNullable<CallInput<typeof bulk.start>['body']>;

/** Shares every document of a list. */
export interface ShareAll {
  total: number;
  share(withIds: string[], permission?: SharePermission): Promise<unknown>;
}

/** Every document of a list. With `accountId`, all of them are in that account. */
export interface WholeList {
  filters: BulkRequest['query'];
  total: number;
  accountId: string | undefined;
}

type MoveTarget = Pick<BulkRequest, 'parent_id' | 'account_id' | 'on_conflict'>;

/** Moves or copies every document of a list to a folder. */
export interface MoveAll {
  total: number;
  relocate(mode: 'move' | 'copy', target: MoveTarget): Promise<unknown>;
}

export interface DocumentBrowserProps {
  /** Names the list. */
  label: string;
  search: DocumentSearch;
  scope: Scope;
  /** Shown at the start of the toolbar: the title of the page. */
  place: ReactNode;
  searchParts: SearchParts;
  upload?: ReactNode;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** Shown in place of a folder that can’t be seen. */
  renderAbsent(id: string): ReactNode;
  mayShare: boolean;
  mayTransfer: boolean;
  onSearch: OnSearch;
  /** Goes to a place or a folder in it. */
  onGo(to: Partial<PlaceSearch>, view: string | undefined): void;
  /** With `everything`: the whole list, of which the documents are a page. */
  onShare(documents: readonly Document[], everything?: ShareAll): void;
  onSwitchCloud(ids: readonly string[]): void;
  onSwitchCloudAll(list: WholeList): void;
  /** Asks questions about the documents. */
  onAsk(ids: readonly string[]): void;
  onRename(document: Document): void;
  /** Does something to every document of a list, in the background. */
  onBulk(request: BulkRequest): Promise<unknown>;
  /** With `everything`: the whole list, of which the documents are a page. */
  onMove(documents: readonly Document[], everything?: MoveAll): void;
  /** Copies them into the folder they are in. */
  onDuplicate(documents: readonly Document[]): void;
  /** Keeps them for pasting elsewhere. */
  onClip(mode: 'copy' | 'move', documents: readonly Document[]): void;
  /** Like onClip, for every document of a list. */
  onClipAll(mode: 'copy' | 'move', list: WholeList): void;
}

/**
 * The list of documents on every page that has one. All of its state is in the address. Memoize its properties: then it
 * renders at low priority, after the rest of the page has followed the address.
 */
export const DocumentBrowser = memo(function DocumentBrowser(props: DocumentBrowserProps) {
  const { label, place, searchParts, upload, empty, mayShare, mayTransfer, onGo } = props;
  const search = lookedThrough(props.search);
  const { query, sort, result, documents, matches, total, last, isOtherList, prefetch } = useDocumentPage(
    props.search,
    props.scope,
  );
  const scope = { ...scopeOfPage(props.search, props.scope), ...scopeOf(search.place) };
  const area = JSON.stringify([props.scope, search.place, search.in]);
  const key = `${result.data?.list} ${result.data?.pagination.currentPage}`;
  const current = useMemo(() => ({ documents, page: { key, area } }), [documents, key, area]);
  const before = useDeferredValue(current);
  // The first rows render immediately, not after an empty table.
  const { documents: shown, page } = before.documents.length > 0 ? before : current;
  const [selection] = useState(() => new SelectionStore());
  const [view, setView] = useView(search.view);
  const [managed, setManaged] = useState<Managed>({ documents: none });
  const { mutate: download, isPending: downloading } = useMutation(downloadDocuments);
  const { mutate: downloadAll, isPending: zippingAll } = useMutation(downloadList);
  const { mutate: remove } = useMutation(deleteDocuments);
  const { mutate: star } = useMutation(starDocuments);
  const { mutate: restore } = useMutation(restoreDocuments);
  const forever = useDialog<readonly Document[]>();
  const deletingAll = useDialog();
  // Search results and the trash are selected page by page.
  const canTakeAll = !query.search && query.place !== 'trash' && !isOtherList && total > 0;
  const runBulk = async (request: Omit<BulkRequest, 'query'>) => {
    await props.onBulk({ query: filtersOf(query), ...request });
    selection.update(clear);
  };
  /** A failure is shown by a toast. */
  const run = (request: Omit<BulkRequest, 'query'>) => void runBulk(request).catch(() => {});

  const change = (changes: Partial<DocumentSearch>, replace = false) =>
    props.onSearch(changes, { replace, resetScroll: 'page' in changes });
  const closeManaged = () => setManaged((state) => ({ ...state, what: undefined }));

  const beyond = result.isSuccess && !result.isPlaceholderData && query.page > last;
  const toLast = useEffectEvent(() => change({ page: last }, true));
  useEffect(() => {
    if (beyond) toLast();
  }, [beyond]);

  /** Clears the selection before documents leave the list, including those chosen on other pages. */
  const gone = (change: (chosen: readonly Document[]) => void, chosen: readonly Document[]) => {
    selection.update(clear);
    change(chosen);
  };
  const everythingActions = (): ChosenActions => ({
    share: mayShare ? { name: 'Share', run: () => props.onShare(shown, shareAll) } : undefined,
    labels: { name: 'Manage labels', run: () => setManaged({ what: 'labels', documents: none, total }) },
    collections: { name: 'Manage collections', run: () => setManaged({ what: 'collections', documents: none, total }) },
    star:
      query.place === 'starred'
        ? { name: removeStar, run: () => run({ action: 'unstar' }) }
        : { name: addStar, run: () => run({ action: 'star' }) },
    switchCloud:
      mayTransfer && query.owner !== 'shared'
        ? { name: 'Switch cloud', run: () => props.onSwitchCloudAll(wholeList()) }
        : undefined,
    download: { name: 'Download', run: () => downloadAll(filtersOf(query)) },
    move: moveAll(),
    copy: clipAll('copy'),
    cut: clipAll('move'),
    remove: mayTransfer ? { name: 'Delete', run: () => deletingAll.open() } : undefined,
  });
  const wholeList = () => ({
    filters: filtersOf(query),
    total,
    accountId: isOfOnePlace(query) ? shown.find(({ own }) => own)?.account.id : undefined,
  });
  const moveAll = (): ChosenAction | undefined => {
    if (!shown.some(({ permission }) => permission === 'edit')) return undefined;
    if (!isOfOnePlace(query)) return { name: 'Move', why: inDifferentPlaces };
    const { documents: movable, why } = changeablePart(shown, 'move');
    if (movable.length === 0) return { name: 'Move', why };
    const relocate = (action: 'move' | 'copy', target: MoveTarget) => runBulk({ action, ...target });
    return { name: 'Move', run: () => props.onMove(movable, { total, relocate }) };
  };
  const clipAll = (mode: 'copy' | 'move'): ChosenAction | undefined => {
    const name = mode === 'copy' ? 'Copy' : 'Cut';
    if (!shown.some(({ permission, conversation }) => permission === 'edit' && !conversation)) return undefined;
    if (mode === 'move' && !isOfOnePlace(query)) return { name, why: inDifferentPlaces };
    return { name, run: () => props.onClipAll(mode, wholeList()) };
  };
  const shareAll = {
    total,
    share: (ids: string[], permission?: SharePermission) => runBulk({ action: 'share', inviting_ids: ids, permission }),
  };
  const actionsFor = (chosen: readonly Document[]): ChosenActions => {
    if (selection.state.everything) return everythingActions();
    if (chosen.some(({ deleted }) => deleted)) {
      const why = chosen.find(({ cannot }) => cannot.restore)?.cannot.restore;
      return {
        restore: { name: 'Restore', ...(why ? { why } : { run: () => gone(restore, chosen) }) },
        deleteForever: chosen.every(({ own }) => own)
          ? { name: 'Delete forever', run: () => forever.open(chosen) }
          : { name: 'Delete forever', why: 'Only a file’s owner can delete it forever.' },
      };
    }
    const [only] = chosen.length === 1 ? chosen : [];
    const own = chosen.some((document) => document.own);
    const mayEdit = chosen.some(({ permission }) => permission === 'edit');
    const mayClip = chosen.every(({ permission }) => permission === 'edit') && areFilesOfOnePlace(chosen);
    return {
      link: only ? { name: 'Copy link', run: () => copyDocumentLink(only) } : undefined,
      share: mayShare ? partAction('Share', ownPart(chosen, 'share'), props.onShare) : undefined,
      labels: { name: 'Manage labels', run: () => setManaged({ what: 'labels', documents: chosen }) },
      collections: { name: 'Manage collections', run: () => setManaged({ what: 'collections', documents: chosen }) },
      switchCloud:
        own && mayTransfer
          ? partAction('Switch cloud', ownPart(chosen, 'transfer'), (part) => props.onSwitchCloud(idsOf(part)))
          : undefined,
      ask:
        chosen.length <= limits.scopeIds
          ? { name: only ? 'Ask about this' : 'Ask about these', run: () => props.onAsk(idsOf(chosen)) }
          : undefined,
      star: {
        name: chosen.every(({ starred }) => starred) ? removeStar : addStar,
        run: () => star(toggledStar(chosen)),
      },
      download: { name: 'Download', run: () => download(chosen) },
      rename:
        only && mayEdit
          ? partAction('Rename', changeablePart(chosen, 'change'), () => props.onRename(only))
          : undefined,
      move: mayEdit ? partAction('Move', changeablePart(chosen, 'move'), (part) => props.onMove(part)) : undefined,
      duplicate: mayEdit ? copyAction(chosen, props.onDuplicate) : undefined,
      copy: mayClip ? { name: 'Copy', run: () => props.onClip('copy', chosen) } : undefined,
      cut: mayClip ? { name: 'Cut', run: () => props.onClip('move', chosen) } : undefined,
      remove: mayEdit
        ? partAction('Delete', changeablePart(chosen, 'delete'), (part) => gone(remove, part))
        : undefined,
    };
  };
  const tagAll = ({ labels = {}, collections = {} }: Omit<Tagging, 'ids'>) =>
    runBulk({
      action: 'tag',
      add_labels: idsOf(labels.add),
      remove_labels: idsOf(labels.remove),
      add_collections: idsOf(collections.add),
      remove_collections: idsOf(collections.remove),
    });
  const { search: q } = query;
  const names = { ...useChoices(), folderName: useFolder(search.in).folder?.name };
  const askToRestore = (document: Document) =>
    actionToast({
      id: `restore-${document.id}`,
      message: `“${document.name}” is in the trash. Restore it to open it.`,
      color: 'teal',
      action: 'Restore',
      run: () => restore([document]),
    });
  const preview = ({ id }: Pick<Document, 'id'>, passage?: string) => {
    if (q) searchParts.onUsed(q);
    change({ preview: id, passage });
  };
  const open = (document: Document) => {
    if (document.deleted) return askToRestore(document);
    if (document.type !== 'folder') return preview(document);
    if (q) searchParts.onUsed(q);
    onGo(folderSearch(document), search.view);
  };

  return (
    <SelectionContext value={selection}>
      {total > 0 ? <SkipLink to="content" name="Skip to the list" onFollow={focusFirstRow} /> : null}
      <Toolbar
        query={query}
        sort={sort}
        scope={scope}
        view={view}
        place={place}
        upload={upload}
        onSearch={change}
        onView={(value) => {
          setView(value);
          change({ view: value }, true);
        }}
      />
      {result.isPending || (isOtherList && total === 0) ? <DocumentSkeleton view={view} /> : null}
      {result.isError && !result.data ? <ListFailed retry={() => void result.refetch()} /> : null}
      {result.data && total === 0 && !isOtherList ? (
        <NothingHere search={search} query={query} scope={scope} renderAbsent={props.renderAbsent} onSearch={change}>
          {empty}
        </NothingHere>
      ) : null}
      {q && result.data && total > 0 ? (
        <SearchSummary pagination={isOtherList ? undefined : result.data.pagination}>
          {searchParts.renderActions({
            q,
            full: withOperators(query, names),
            onChange: (text) => change({ search: text || undefined }),
          })}
        </SearchSummary>
      ) : null}
      {total > 0 ? (
        <div className={result.isPlaceholderData ? classes.old : undefined} aria-busy={result.isPlaceholderData}>
          <DocumentList
            label={label}
            documents={shown}
            page={page}
            view={view}
            sort={sort}
            matches={q ? matches : undefined}
            showLocation={query.parent_id === undefined}
            onSort={(next) => change({ sort: next })}
            onOpen={open}
            onPreview={(document) => (document.deleted ? askToRestore(document) : preview(document))}
            onPassage={preview}
            onShowInFolder={(document) => onGo(locationSearch(document), search.view)}
            actionsFor={actionsFor}
          />
          {isOtherList ? null : (
            <Pager
              page={query.page}
              perPage={query.per_page}
              total={total}
              onChange={(page) => change({ page })}
              onIntent={prefetch}
            />
          )}
          <SelectionBar
            documents={shown}
            everything={canTakeAll ? total : undefined}
            downloading={downloading || zippingAll}
            actionsFor={actionsFor}
          />
        </div>
      ) : null}
      <ManageTags managed={managed} tagAll={tagAll} onClose={closeManaged} />
      <DeleteEverythingDialog
        opened={deletingAll.opened}
        total={total}
        onClose={deletingAll.close}
        onConfirm={() => {
          deletingAll.close();
          run({ action: 'delete' });
        }}
      />
      <DeleteForeverDialog opened={forever.opened} documents={forever.item ?? none} onClose={forever.close} />
    </SelectionContext>
  );
});

const idsOf = (things: readonly { id: string }[] = []): string[] => things.map(({ id }) => id);

/** The row that the Tab key reaches. */
const focusFirstRow = () => document.querySelector<HTMLElement>('#content [data-id][tabindex="0"]')?.focus();

/** Whether these can be copied or moved together to another place. */
const areFilesOfOnePlace = (chosen: readonly Document[]): boolean =>
  chosen.every(({ account, conversation }) => account.id === chosen[0]!.account.id && !conversation);

function copyAction(chosen: readonly Document[], run: (chosen: readonly Document[]) => void): ChosenAction {
  const name = chosen.length === 1 ? 'Make a copy' : 'Make copies';
  const why = whyNoCopy(chosen);
  return why ? { name, why } : { name, run: () => run(chosen) };
}
