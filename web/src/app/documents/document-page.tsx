import { type Document, may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import { ChoicesContext } from '../../features/documents/choices.ts';
import { DocumentBrowser } from '../../features/documents/components/document-browser.tsx';
import type { Scope } from '../../features/documents/document-query.ts';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { PreviewLayer } from './preview-layer.tsx';
import { useChoices } from './use-choices.ts';

const ShareModal = lazy(async () => ({
  default: (await import('../../features/sharing/share-modal.tsx')).ShareModal,
}));

interface DocumentPageProps {
  label: string;
  search: DocumentSearch;
  scope?: Scope;
  place?: ReactNode;
  empty: ReactNode;
}

const everything: Scope = {};
const none: readonly Document[] = [];

/** The list of documents with what other features add to it: preview, sharing, labels, collections, accounts. */
export function DocumentPage({ label, search, scope = everything, place, empty }: DocumentPageProps) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mayShare = may(info.role, 'documents.share');
  const [sharing, setSharing] = useState(none);
  const navigate = useNavigate();
  const onSearch = (next: DocumentSearch, how: { replace: boolean; resetScroll: boolean }) =>
    void navigate({ to: '.', search: next, ...how });
  return (
    <ChoicesContext value={useChoices(search)}>
      <DocumentBrowser
        label={label}
        search={search}
        scope={scope}
        place={place}
        empty={empty}
        mayShare={mayShare}
        mayTransfer={may(info.role, 'sources.own')}
        onSearch={onSearch}
        onOpenFolder={({ id }) => void navigate({ to: '/directory', search: { parent_id: id, view: search.view } })}
        onShare={setSharing}
        onSwitchCloud={(ids) => void navigate({ to: '/switch-cloud/transfer', search: { documents: ids.join(',') } })}
      />
      <PreviewLayer
        search={search}
        scope={scope}
        onSearch={onSearch}
        onShare={mayShare ? (document) => setSharing([document]) : undefined}
      />
      <LazyDialog opened={sharing.length > 0}>
        <ShareModal documents={sharing} onClose={() => setSharing(none)} />
      </LazyDialog>
    </ChoicesContext>
  );
}
