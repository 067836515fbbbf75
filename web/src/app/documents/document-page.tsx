import { type Document, may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { ChoicesContext } from '../../features/documents/choices.ts';
import { DocumentBrowser } from '../../features/documents/components/document-browser.tsx';
import type { Scope } from '../../features/documents/document-query.ts';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { DropZone } from '../../features/uploads/components/drop-zone.tsx';
import { UploadButton } from '../../features/uploads/components/upload-button.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { PreviewLayer } from './preview-layer.tsx';
import { useChoices } from './use-choices.ts';
import { useUploadTarget } from './use-upload-target.ts';

const ShareModal = lazy(async () => ({
  default: (await import('../../features/sharing/share-modal.tsx')).ShareModal,
}));

const RenameDialog = lazy(async () => ({
  default: (await import('../../features/uploads/components/name-dialog.tsx')).RenameDialog,
}));
const MoveDialog = lazy(async () => ({
  default: (await import('../../features/uploads/components/move-dialog.tsx')).MoveDialog,
}));

interface DocumentPageProps {
  label: string;
  search: DocumentSearch;
  scope?: Scope;
  /** Both the same elements as before, unless something about them changed. */
  place?: ReactNode;
  empty: ReactNode;
}

const everything: Scope = {};
const none: readonly Document[] = [];

/** The list of documents with what other features add to it: preview, sharing, labels, collections, accounts. */
export function DocumentPage({ label, search, scope = everything, place, empty }: DocumentPageProps) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mayShare = may(info.role, 'documents.share');
  const mayUpload = may(info.role, 'sources.own');
  const target = useUploadTarget(search);
  const upload = useMemo(() => (mayUpload ? <UploadButton target={target} /> : null), [mayUpload, target]);
  const [sharing, setSharing] = useState(none);
  const renaming = useDialog<Document>();
  const moving = useDialog<readonly Document[]>();
  const navigate = useNavigate();
  const onSearch = useCallback(
    (next: DocumentSearch, how: { replace: boolean; resetScroll: boolean }) =>
      void navigate({
        to: '.',
        search: next,
        state: ({ previews = 0 }) => (next.preview ? { previews: how.replace ? previews : previews + 1 } : {}),
        ...how,
      }),
    [navigate],
  );
  const openFolder = useCallback(
    (id: string, view: string | undefined) => void navigate({ to: '/directory', search: { parent_id: id, view } }),
    [navigate],
  );
  const switchCloud = useCallback(
    (ids: readonly string[]) => void navigate({ to: '/switch-cloud/transfer', search: { documents: ids.join(',') } }),
    [navigate],
  );
  return (
    <ChoicesContext value={useChoices(search)}>
      <DocumentBrowser
        label={label}
        search={useDeferredValue(search)}
        scope={scope}
        place={place}
        empty={empty}
        mayShare={mayShare}
        mayTransfer={mayUpload}
        upload={upload}
        onSearch={onSearch}
        onOpenFolder={openFolder}
        onShare={setSharing}
        onRename={renaming.open}
        onMove={moving.open}
        onSwitchCloud={switchCloud}
      />
      <PreviewLayer
        search={search}
        scope={scope}
        onSearch={onSearch}
        onShare={mayShare ? (document) => setSharing([document]) : undefined}
      />
      {mayUpload ? <DropZone target={target} /> : null}
      <LazyDialog opened={renaming.opened}>
        {renaming.item ? <RenameDialog opened={renaming.opened} item={renaming.item} onClose={renaming.close} /> : null}
      </LazyDialog>
      <LazyDialog opened={moving.opened}>
        <MoveDialog opened={moving.opened} chosen={moving.item ?? none} onClose={moving.close} />
      </LazyDialog>
      <LazyDialog opened={sharing.length > 0}>
        <ShareModal documents={sharing} onClose={() => setSharing(none)} />
      </LazyDialog>
    </ChoicesContext>
  );
}
