import type { Document, SearchPassage } from '@sheaf/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { documentsQuery } from '../../features/documents/api/documents.ts';
import { downloadDocuments } from '../../features/documents/api/download.ts';
import { starDocuments, toggledStar } from '../../features/documents/api/star.ts';
import { copyDocumentLink } from '../../features/documents/document-link.ts';
import type { DocumentQuery, OnSearch, Scope } from '../../features/documents/query/document-query.ts';
import type { DocumentSearch } from '../../features/documents/query/document-search.ts';
import { useDocumentPage } from '../../features/documents/query/use-document-page.ts';
import type { Mark } from '../../viewer/protocol.ts';
import { usePlaces } from '../transfers/use-places.ts';
import { AbsentDocument } from './absent-document.tsx';

const PreviewModal = lazy(async () => ({
  default: (await import('../../features/preview/preview-modal.tsx')).PreviewModal,
}));

const SwitchCloudCard = lazy(async () => ({
  default: (await import('../../features/transfers/components/switch-cloud-card.tsx')).SwitchCloudCard,
}));

interface PreviewLayerProps {
  search: DocumentSearch;
  scope: Scope;
  onSearch: OnSearch;
  onShare?(document: Document): void;
  onAsk(ids: readonly string[]): void;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many history entries back the list is that this preview was opened from. */
    previews?: number;
    /** The passage of the previewed document to scroll to and mark. */
    mark?: Mark;
  }
}

/** The preview the address names, above the list it was opened from. */
export function PreviewLayer(props: PreviewLayerProps) {
  return props.search.preview ? <Preview {...props} id={props.search.preview} /> : null;
}

function Preview({ id, search, scope, onSearch, onShare, onAsk }: PreviewLayerProps & { id: string }) {
  const { documents, matches, result, query, total } = useDocumentPage(search, scope);
  const leavePage = useLeavePage(id, query, onSearch);
  const { mutate: download } = useMutation(downloadDocuments);
  const { mutate: star } = useMutation(starDocuments);
  const { mayTransfer, places } = usePlaces();
  const router = useRouter();
  const cited = useRouterState({ select: ({ location }) => location.state.mark });
  const found = matches?.get(id)?.passages.find((passage) => passage.id === search.passage);
  const mark = cited ?? (found ? markOf(found) : null);
  const isMarkKnown = mark !== null || !search.passage || !result.isPending;
  const show = (preview: string | undefined, replace: boolean) =>
    onSearch({ preview }, { replace, resetScroll: false });
  // Goes back to the list, so that it is not in the history twice.
  const close = () => {
    const { previews } = router.state.location.state;
    if (previews) router.history.go(-previews);
    else show(undefined, true);
  };
  useCloseOnSpace(close);
  return (
    <Suspense>
      <PreviewModal
        documentId={id}
        siblings={documents}
        mark={mark}
        isMarkKnown={isMarkKnown}
        offset={(query.page - 1) * query.per_page}
        total={Math.max(total, documents.length)}
        absent={<AbsentDocument key={id} id={id} />}
        onMove={(next) => show(next, true)}
        onLeavePage={leavePage}
        onEnter={(inside) => show(inside, false)}
        onClose={close}
        onShare={onShare}
        onAsk={(document) => onAsk([document.id])}
        onDownload={(document) => download([document])}
        onStar={(document) => star(toggledStar([document]))}
        onCopyLink={copyDocumentLink}
        renderSwitchCloud={
          mayTransfer
            ? (document) => (
                // Without a boundary of its own, the preview would vanish until the card is loaded. It keeps its column.
                <Suspense fallback={<div />}>
                  <SwitchCloudCard document={document} places={places} />
                </Suspense>
              )
            : undefined
        }
      />
    </Suspense>
  );
}

/** Shows the neighbor on the page before or after, once that is loaded, unless another document is shown by then. */
function useLeavePage(id: string, query: DocumentQuery, onSearch: OnSearch) {
  const client = useQueryClient();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = id;
    return () => {
      shown.current = undefined;
    };
  }, [id]);
  return (step: 1 | -1) => {
    const page = query.page + step;
    client.ensureQueryData(documentsQuery({ ...query, page })).then(
      ({ data }) => {
        const preview = data.at(step === 1 ? 0 : -1)?.id;
        if (preview && shown.current === id) onSearch({ page, preview }, { replace: true, resetScroll: false });
      },
      // The failed call is reported as usual.
      () => {},
    );
  };
}

/** The words that were searched for, in the passage. */
const markOf = ({ text, highlights, place }: SearchPassage): Mark => ({
  quote: text,
  words: highlights.map(([start, end]) => text.slice(start, end)),
  place,
});

/** Elements that handle the space bar themselves. */
const CONTROLS =
  'button, a, input, textarea, select, video, audio, iframe, [role=tab], [role=slider], [contenteditable]';

/** The space bar opens the preview, so it also closes it. */
function useCloseOnSpace(close: () => void): void {
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
