import { type Document, may, type SharePermission } from '@sheaf/contract';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { OpenRequests } from '../../features/access-requests/open-requests.tsx';
import { seatPrice } from '../../features/billing/plan-texts.ts';
import { startBulk } from '../../features/bulk/api/bulk.ts';
import { ChoicesContext } from '../../features/documents/choices.ts';
import {
  DocumentBrowser,
  type MoveAll,
  type ShareAll,
  type WholeList,
} from '../../features/documents/components/document-browser.tsx';
import { EmptyTrash } from '../../features/documents/components/trash/empty-trash.tsx';
import type { OnSearch, Scope } from '../../features/documents/query/document-query.ts';
import { changeSearch, type DocumentSearch } from '../../features/documents/query/document-search.ts';
import { useFolder } from '../../features/documents/use-folder.ts';
import { DropZone } from '../../features/my-files/components/drop-zone.tsx';
import { UploadButton } from '../../features/my-files/components/upload-button.tsx';
import { type Clip, clipboard } from '../../features/my-files/relocation/clipboard.ts';
import { useRelocate } from '../../features/my-files/relocation/relocation.tsx';
import { usePaste } from '../../features/my-files/relocation/use-paste.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { PermissionSelect } from '../../features/sharing/permission-select.tsx';
import { searchOfList } from '../../features/transfers/list-in-address.ts';
import { currentUserQuery } from '../../features/user/api/current-user.ts';
import { count } from '../../lib/format/format.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { folderAround } from '../../ui/documents/folder-target.ts';
import { type PlaceSearch, placeOf } from '../../ui/documents/places.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { TextLink } from '../../ui/navigation/links.tsx';
import { toDirectory } from '../to-directory.tsx';
import { AbsentDocument } from './absent-document.tsx';
import { CreateTag } from './create-tag.tsx';
import { PreviewLayer } from './preview-layer.tsx';
import { useChoices } from './use-choices.ts';
import { useSearchParts } from './use-search-parts.tsx';
import { useUploadPlace } from './use-upload-place.ts';

const ShareModal = lazyDialog(async () => (await import('../../features/sharing/share-modal.tsx')).ShareModal);

const DocumentLink = lazy(async () => ({
  default: (await import('../../features/links/components/document-link.tsx')).DocumentLink,
}));

const RenameDialog = lazyDialog(
  async () => (await import('../../features/my-files/components/name-dialog.tsx')).RenameDialog,
);
const MoveDocuments = lazyDialog(async () => (await import('./move-documents.tsx')).MoveDocuments);

interface DocumentPageProps {
  label: string;
  search: DocumentSearch;
  scope?: Scope;
  /** The title of the page. Memoize both elements: the list renders again when they change. */
  place: ReactNode;
  empty: ReactNode;
}

interface Sharing {
  documents: readonly Document[];
  everything?: ShareAll;
}

interface Moving {
  documents: readonly Document[];
  everything?: MoveAll;
}

const everything: Scope = {};
const none: readonly Document[] = [];

/** The list of documents with what other features add to it: preview, sharing, labels, collections, accounts. */
export function DocumentPage({ label, search, scope = everything, place, empty }: DocumentPageProps) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const mayShare = may(info.role, 'documents.share');
  const mayConnect = may(info.role, 'sources.own');
  const uploadPlace = useUploadPlace(search, scope, mayConnect);
  const { mutateAsync: startAll } = useMutation(startBulk);
  const paste = usePaste(uploadPlace?.target ?? null, startAll);
  const isTrash = search.place === 'trash';
  const upload = useMemo(() => {
    if (isTrash) return mayConnect ? <EmptyTrash /> : null;
    return uploadPlace ? <UploadButton {...uploadPlace} paste={paste} /> : null;
  }, [isTrash, mayConnect, uploadPlace, paste]);
  const [sharing, setSharing] = useState<Sharing>({ documents: none });
  const shareWith = useCallback(
    (documents: readonly Document[], everything?: ShareAll) => setSharing({ documents, everything }),
    [],
  );
  const shared = onlyOne(sharing);
  const mayAllow = may(info.role, 'workspace.secure');
  const linked = shared?.own && shared.conversation === null && (info.links_allowed || mayAllow) ? shared : undefined;
  const relocate = useRelocate();
  const duplicate = useCallback(
    (documents: readonly Document[]) =>
      relocate({ mode: 'copy', ids: documents.map(({ id }) => id), to: folderAround(documents[0]!) }),
    [relocate],
  );
  const renaming = useDialog<Document>();
  const moving = useDialog<Moving>();
  const { open: openMove } = moving;
  const move = useCallback(
    (documents: readonly Document[], everything?: MoveAll) => openMove({ documents, everything }),
    [openMove],
  );
  const navigate = useNavigate();
  // Changes the current address: the list may not show the previous change yet.
  const onSearch: OnSearch = useCallback(
    (change, how) =>
      void navigate({
        to: '.',
        search: (current: DocumentSearch) => changeSearch(current, change),
        state: ({ previews = 0 }) => stateAfter(change, how.replace, previews),
        ...how,
      }),
    [navigate],
  );
  const go = useCallback(
    (to: Partial<PlaceSearch>, view: string | undefined) =>
      void navigate({ to: '/directory', search: { ...to, view } }),
    [navigate],
  );
  useKnownPlace(search);
  const searchParts = useSearchParts();
  const switchCloud = useCallback(
    (ids: readonly string[]) => void navigate({ to: '/switch-cloud/transfer', search: { documents: ids.join(',') } }),
    [navigate],
  );
  const switchCloudAll = useCallback(
    ({ accountId: from, ...list }: WholeList) =>
      void navigate({ to: '/switch-cloud/transfer', search: { ...searchOfList(list), from } }),
    [navigate],
  );
  const ask = useCallback(
    (ids: readonly string[]) => void navigate({ to: '/ai-chat', search: { documents: ids.join(',') } }),
    [navigate],
  );
  return (
    <ChoicesContext value={useChoices(search)}>
      <CreateTag>
        <DocumentBrowser
          label={label}
          search={useDeferredValue(search)}
          scope={scope}
          place={place}
          empty={empty}
          renderAbsent={renderAbsent}
          mayShare={mayShare}
          mayTransfer={mayConnect}
          searchParts={searchParts}
          upload={upload}
          onSearch={onSearch}
          onGo={go}
          onShare={shareWith}
          onRename={renaming.open}
          onBulk={startAll}
          onMove={move}
          onDuplicate={duplicate}
          onClip={keepForPasting}
          onClipAll={keepListForPasting}
          onSwitchCloud={switchCloud}
          onSwitchCloudAll={switchCloudAll}
          onAsk={ask}
        />
        <PreviewLayer
          search={search}
          scope={scope}
          onSearch={onSearch}
          onAsk={ask}
          onShare={mayShare ? (document) => shareWith([document]) : undefined}
        />
      </CreateTag>
      {uploadPlace ? <DropZone target={uploadPlace.target} /> : null}
      {renaming.item ? <RenameDialog opened={renaming.opened} item={renaming.item} onClose={renaming.close} /> : null}
      <MoveDocuments
        opened={moving.opened}
        chosen={moving.item?.documents ?? none}
        everything={moving.item?.everything}
        onClose={moving.close}
      />
      <ShareModal
        {...sharing}
        opened={sharing.documents.length > 0}
        owner={user}
        requests={shared ? <OpenRequests documentId={shared.id} renderChoice={permissionChoice} /> : null}
        outsiders={{ mayInvite: may(info.role, 'invites.manage'), seatPrice: seatPrice(info.subscription) }}
        invite={may(info.role, 'invites.manage') ? <TextLink to="/members/invites">Invite people</TextLink> : null}
        publicLink={linked ? <DocumentLink document={linked} allowed={info.links_allowed} mayAllow={mayAllow} /> : null}
        onClose={() => setSharing({ documents: none })}
      />
    </ChoicesContext>
  );
}

/** A preview on another page than the list in the history is closed without going back. */
function stateAfter(change: Partial<DocumentSearch>, replace: boolean, previews: number) {
  if (change.preview && !('page' in change)) return { previews: replace ? previews : previews + 1 };
  return 'view' in change ? { previews } : {};
}

/** The shared document, if there is only one. */
function onlyOne({ documents: [first, ...others], everything }: Sharing): Document | undefined {
  return others.length === 0 && everything === undefined ? first : undefined;
}

const permissionChoice = (label: string, value: SharePermission, onChange: (value: SharePermission) => void) => (
  <PermissionSelect label={label} value={value} onChange={onChange} />
);

const renderAbsent = (id: string) => <AbsentDocument key={id} id={id} way={toDirectory} />;

function keepForPasting(mode: 'copy' | 'move', documents: readonly Document[]): void {
  keep({ mode, count: documents.length, what: { ids: documents.map(({ id }) => id) } });
}

const keepListForPasting = (mode: 'copy' | 'move', { filters, total }: WholeList): void =>
  keep({ mode, count: total, what: { list: filters } });

function keep(clip: Clip): void {
  clipboard.set(clip);
  const what = count(clip.count, 'item');
  toast.success(`${clip.mode === 'copy' ? `${what} copied` : `${what} cut`}. Open a folder and paste.`);
}

/** Adds the place to the address of a folder that lacks it, so that the sidebar can mark it. */
function useKnownPlace(search: DocumentSearch): void {
  const { folder } = useFolder(search.in);
  const place = folder && !search.place ? placeOf(folder) : undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (!place) return;
    void navigate({
      to: '.',
      search: (current: DocumentSearch) => ({ ...current, place }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  }, [place, navigate]);
}
