import type { Document } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { downloadDocuments } from '../../features/documents/api/download.ts';
import { changeSearch, type Scope } from '../../features/documents/document-query.ts';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { useDocumentPage } from '../../features/documents/use-document-page.ts';
import { usePlaces } from '../transfers/use-places.ts';

const PreviewModal = lazy(async () => ({
  default: (await import('../../features/preview/preview-modal.tsx')).PreviewModal,
}));

const SwitchCloudCard = lazy(async () => ({
  default: (await import('../../features/transfers/components/switch-cloud-card.tsx')).SwitchCloudCard,
}));

interface PreviewLayerProps {
  search: DocumentSearch;
  scope: Scope;
  onSearch(search: DocumentSearch, how: { replace: boolean; resetScroll: boolean }): void;
  onShare?(document: Document): void;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many steps back the list is that this preview was opened from. */
    previews?: number;
  }
}

/** The preview the address names, above the list it was opened from. */
export function PreviewLayer(props: PreviewLayerProps) {
  return props.search.preview ? <Preview {...props} id={props.search.preview} /> : null;
}

function Preview({ id, search, scope, onSearch, onShare }: PreviewLayerProps & { id: string }) {
  const { documents } = useDocumentPage(search, scope);
  const { mutate: download } = useMutation(downloadDocuments);
  const { mayTransfer, places } = usePlaces();
  const router = useRouter();
  const show = (preview: string | undefined, replace: boolean) =>
    onSearch(changeSearch(search, { preview }), { replace, resetScroll: false });
  // Back to the list it came from, so that it is not in the history twice.
  const close = () => {
    const { previews } = router.state.location.state;
    if (previews) router.history.go(-previews);
    else show(undefined, true);
  };
  useSpace(close);
  return (
    <Suspense>
      <PreviewModal
        documentId={id}
        siblings={documents}
        onMove={(next) => show(next, true)}
        onEnter={(inside) => show(inside, false)}
        onClose={close}
        onShare={onShare}
        onDownload={(document) => download([document])}
        renderSwitchCloud={
          mayTransfer ? (document) => <SwitchCloudCard document={document} places={places} /> : undefined
        }
      />
    </Suspense>
  );
}

/** What hears the space bar itself. */
const CONTROLS =
  'button, a, input, textarea, select, video, audio, iframe, [role=tab], [role=slider], [contenteditable]';

/** The space bar opened the preview, so it closes it too. */
function useSpace(close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== ' ' || event.repeat || (event.target as Element).closest(CONTROLS)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
