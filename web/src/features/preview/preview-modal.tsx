import '@mantine/core/styles/Tabs.css';
import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Document, DocumentDetails } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { isAbsent } from '../../lib/api/http.ts';
import { saveFrom } from '../../lib/browser/save-file.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import type { Mark, PassedKey } from '../../viewer/protocol.ts';
import { documentQuery, fetchDocument } from './api/document.ts';
import { PreviewFooter } from './preview-footer.tsx';
import { PreviewHeader } from './preview-header.tsx';
import classes from './preview-modal.module.css';
import { PreviewTabs } from './preview-tabs.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { useOpening } from './use-opening.ts';
import { scrollLockProps, useScrollLock } from './use-scroll-lock.ts';
import { useStepKeys } from './use-step-keys.ts';

interface PreviewModalProps {
  documentId: string;
  /** The documents the arrow keys step through: all, or one page of them. */
  siblings: readonly Document[];
  /** Only for a page: how many documents come before it, and the total. */
  offset?: number;
  total?: number;
  /** The passage to scroll to and mark when the document is opened. */
  mark?: Mark | null;
  /** False while the passage is still being looked up: the document is shown once, so it waits. */
  isMarkKnown?: boolean;
  onMove(id: string): void;
  /** Steps to the next page's first document, or the last of the page before. */
  onLeavePage?(step: 1 | -1): void;
  /** Opens the shown folder in the list. */
  onEnter(id: string): void;
  onClose(): void;
  onShare?(document: Document): void;
  /** Asks questions about the document. */
  onAsk?(document: Document): void;
  /** Left out: the browser downloads the file from its address. */
  onDownload?(document: Document): void;
  /** Adds the star, or removes it. */
  onStar?(document: Document): void;
  /** Copies the address of the document. */
  onCopyLink(document: Document): void;
  /** Renders the card that transfers the document to another cloud. */
  renderSwitchCloud?(document: DocumentDetails): ReactNode;
  /** Shown in place of a document that can’t be seen. */
  absent?: ReactNode;
}

/** The preview of a document: its content, details, activity and actions. */
export function PreviewModal(props: PreviewModalProps) {
  const {
    documentId,
    siblings,
    offset = 0,
    total = siblings.length,
    mark = null,
    isMarkKnown = true,
    onMove,
    onLeavePage,
    onEnter,
    onClose,
    onShare,
    onAsk,
    onDownload,
    onStar,
    onCopyLink,
    renderSwitchCloud,
    absent,
  } = props;
  const dialog = useRef<HTMLDivElement>(null);
  const full = useMediaQuery('(max-width: 48em)');
  const [tab, setTab] = useState('view');
  const query = useQuery(documentQuery(documentId));
  const at = siblings.findIndex(({ id }) => id === documentId);
  const canStep = (step: 1 | -1) => at !== -1 && offset + at + step >= 0 && offset + at + step < total;
  const move = (step: 1 | -1) => {
    if (!canStep(step)) return;
    const next = siblings[at + step];
    if (next) onMove(next.id);
    else onLeavePage?.(step);
  };
  useFocusReturn();
  useScrollLock();
  useOpening(documentId);
  const onKey = (key: PassedKey) => {
    if (key === 'Escape') onClose();
    else move(key === 'ArrowLeft' ? -1 : 1);
  };
  useStepKeys(dialog, onKey);
  const document = isAbsent(query.error) ? undefined : query.data;
  const { mutate: fetchOther } = useMutation(fetchDocument);
  const save = (saved: DocumentDetails) => {
    if (onDownload) onDownload(saved);
    else saveFrom(`/storage/${saved.local_path}&download=1`, saved.name);
  };
  const download = () => {
    if (document) save(document);
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      removeScrollProps={scrollLockProps}
      fullScreen={full}
      centered
      size="min(1280px, 94vw)"
      radius={full ? 0 : 12}
      transitionProps={{ transition: 'fade' }}
      xOffset={0}
      yOffset={0}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content ref={dialog} classNames={{ content: classes.content }} data-full={full || undefined}>
        <PreviewHeader
          document={document}
          expected={siblings[at]}
          failed={query.isError}
          onDownload={download}
          onStar={onStar && document ? () => onStar(document) : undefined}
          onCopyLink={document ? () => onCopyLink(document) : undefined}
          onAsk={onAsk && document ? () => onAsk(document) : undefined}
          onShare={onShare && document?.own ? () => onShare(document) : undefined}
        />
        <Modal.Body className={classes.body}>
          <Tabs
            className={classes.tabs}
            value={tab}
            onChange={(chosen) => setTab(chosen ?? 'view')}
            keepMounted={false}
          >
            <Tabs.List className={classes.tabList}>
              <Tabs.Tab value="view">View</Tabs.Tab>
              <Tabs.Tab value="details">File Details</Tabs.Tab>
              <Tabs.Tab value="activity">Activity</Tabs.Tab>
              <Tabs.Tab value="actions">Actions</Tabs.Tab>
            </Tabs.List>
            <PreviewTabs
              document={document}
              query={query}
              mark={mark}
              isMarkKnown={isMarkKnown}
              onKey={onKey}
              onEnter={onEnter}
              onDownload={download}
              onSave={(id) => fetchOther(id, { onSuccess: save })}
              renderSwitchCloud={renderSwitchCloud}
              absent={absent}
            />
          </Tabs>
          {total > 1 && at !== -1 ? (
            <PreviewFooter
              place={`${(offset + at + 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
              onPrevious={canStep(-1) ? () => move(-1) : undefined}
              onNext={canStep(1) ? () => move(1) : undefined}
            />
          ) : null}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
