import '@mantine/core/styles/Tabs.css';
import { Modal, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Document, DocumentDetails } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isAbsent } from '../../lib/is-absent.ts';
import { saveFrom } from '../../lib/save-file.ts';
import type { PassedKey } from '../../viewer/protocol.ts';
import { documentQuery, openDocument } from './api/document.ts';
import { PreviewFooter } from './preview-footer.tsx';
import { PreviewHeader } from './preview-header.tsx';
import classes from './preview-modal.module.css';
import { PreviewTabs } from './preview-tabs.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { useStepKeys } from './use-step-keys.ts';
import { useStillPage, withoutBodyStyle } from './use-still-page.ts';

interface PreviewModalProps {
  documentId: string;
  /** What the arrows step through. */
  siblings: readonly Document[];
  onMove(id: string): void;
  /** Shows what is in the folder that is shown. */
  onEnter(id: string): void;
  onClose(): void;
  onShare?(document: Document): void;
  /** Left out, the browser fetches the file from where it is stored. */
  onDownload?(document: Document): void;
  /** What sends the document to another cloud. */
  renderSwitchCloud?(document: DocumentDetails): ReactNode;
}

/** A document: what it shows, what is known about it, what happened to it, what can be done with it. */
export function PreviewModal(props: PreviewModalProps) {
  const { documentId, siblings, onMove, onEnter, onClose, onShare, onDownload, renderSwitchCloud } = props;
  const dialog = useRef<HTMLDivElement>(null);
  const full = useMediaQuery('(max-width: 48em)');
  const [tab, setTab] = useState('view');
  const query = useQuery(documentQuery(documentId));
  const { mutate: open } = useMutation(openDocument);
  const at = siblings.findIndex(({ id }) => id === documentId);
  const before = siblings[at - 1]?.id;
  const after = at === -1 ? undefined : siblings[at + 1]?.id;
  useFocusReturn();
  useStillPage();
  useEffect(() => open(documentId), [open, documentId]);
  const onKey = (key: PassedKey) => {
    const to = { ArrowLeft: before, ArrowRight: after, Escape: undefined }[key];
    if (key === 'Escape') onClose();
    else if (to) onMove(to);
  };
  useStepKeys(dialog, onKey);
  const document = isAbsent(query.error) ? undefined : query.data;
  const download = () => {
    if (!document) return;
    if (onDownload) onDownload(document);
    else saveFrom(`/storage/${document.local_path}&download=1`, document.name);
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      removeScrollProps={withoutBodyStyle}
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
              onKey={onKey}
              onEnter={onEnter}
              onDownload={download}
              renderSwitchCloud={renderSwitchCloud}
            />
          </Tabs>
          {siblings.length > 1 && at !== -1 ? (
            <PreviewFooter
              place={`${at + 1} of ${siblings.length}`}
              onPrevious={before ? () => onMove(before) : undefined}
              onNext={after ? () => onMove(after) : undefined}
            />
          ) : null}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
