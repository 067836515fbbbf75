import type { DocumentDetails } from '@sheaf/contract';
import { useState } from 'react';
import { formatBytes } from '../../../lib/format/format.ts';
import { type Mark, type PassedKey, webAddress } from '../../../viewer/protocol.ts';
import { ArchiveView } from './archive/archive-view.tsx';
import { NO_CONNECTION } from './fetch-bytes.ts';
import { FileView } from './file-view.tsx';
import { FolderView } from './folder-view.tsx';
import { ImageView } from './image-view.tsx';
import { MediaView } from './media-view.tsx';
import { MessageThread } from './message-thread.tsx';
import { PreparedView } from './prepared-view.tsx';
import { OpenAtSource, PendingCard, StateCard } from './state-card.tsx';
import classes from './view.module.css';
import { type View, viewOf } from './view-of.ts';

interface ViewTabProps {
  document: DocumentDetails;
  mark: Mark | null;
  onKey(key: PassedKey): void;
  /** Opens the folder in the list. */
  onEnter(id: string): void;
  onDownload(): void;
  /** Downloads an attachment of a thread. */
  onSave(id: string): void;
}

/** The content of the document. Loading can be tried again after a network error. */
export function ViewTab(props: ViewTabProps) {
  const [tries, setTries] = useState(0);
  return <Shown key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

interface ShownProps extends ViewTabProps {
  /** Whether it is a file of an archive, shown in place of its list. */
  isInArchive?: boolean;
  onRetry(): void;
}

/** Chooses the view for the document. */
function Shown(props: ShownProps) {
  const { document, mark, isInArchive, onKey, onEnter, onDownload, onSave, onRetry } = props;
  const view = viewOf(document);
  const card = { document, onDownload };
  const problem = (message: string) => (
    <StateCard title="Can’t show this file" onRetry={message === NO_CONNECTION ? onRetry : undefined} {...card}>
      {message}
    </StateCard>
  );
  switch (view.as) {
    case 'folder':
      return <FolderView document={document} onOpen={onEnter} />;
    case 'messages':
      return (
        <MessageThread
          document={document}
          mark={mark}
          onKey={onKey}
          onOpen={onEnter}
          onSave={onSave}
          problem={problem}
        />
      );
    case 'pending':
      return <PendingCard {...card} />;
    case 'failed':
      return (
        <StateCard title="Couldn’t get this file" {...card}>
          {document.source.name} didn’t provide it. Sheaf will automatically try again soon.
        </StateCard>
      );
    case 'image':
      return <ImageView url={view.url} name={document.name} problem={problem} />;
    case 'video':
    case 'audio':
      return <MediaView as={view.as} url={view.url} name={document.name} problem={problem} />;
    case 'file':
      return <FileView key={view.url} view={view} name={document.name} mark={mark} onKey={onKey} problem={problem} />;
    case 'prepared':
      return isInArchive ? (
        <StateCard title="No preview for this type of file" {...card}>
          Files in this old format can’t be shown in archives. Download it to open it on your device.
        </StateCard>
      ) : (
        <PreparedView
          {...card}
          renderFile={(file) => (
            <FileView key={file.url} view={file} name={document.name} mark={null} onKey={onKey} problem={problem} />
          )}
        />
      );
    case 'too-large':
      return problem(`It’s larger than ${formatBytes(view.limit)}. Download it to open it on your device.`);
    case 'office':
      return <OnlineView url={view.url} title={document.name} />;
    case 'cloud':
      return <CloudView view={view} document={document} onDownload={onDownload} />;
    case 'download':
      return (
        <StateCard title="No preview for this type of file" {...card}>
          {view.reason} Download it to open it on your device.
        </StateCard>
      );
    case 'archive':
      return isInArchive ? (
        <StateCard title="No preview for archives in archives" {...card}>
          Download it to open it on your device.
        </StateCard>
      ) : (
        <ArchiveView
          document={document}
          problem={problem}
          renderFile={(file, onDownloadFile) => (
            <Shown
              key={file.local_path}
              document={file}
              mark={null}
              isInArchive
              onKey={onKey}
              onEnter={onEnter}
              onDownload={onDownloadFile}
              onSave={onSave}
              onRetry={onRetry}
            />
          )}
        />
      );
  }
}

/** A page of a provider. It may use its own storage, but cannot navigate our page. */
function OnlineView({ url, title }: { url: string; title: string }) {
  return (
    <div className={classes.place}>
      <iframe
        className={classes.frame}
        title={title}
        src={url}
        data-shown
        // oxlint-disable-next-line react/iframe-missing-sandbox -- its origin is the provider's, never ours
        sandbox="allow-scripts allow-same-origin allow-popups allow-forms"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}

interface CloudViewProps {
  view: Extract<View, { as: 'cloud' }>;
  document: DocumentDetails;
  onDownload(): void;
}

function CloudView({ view, document, onDownload }: CloudViewProps) {
  const source = document.source.name;
  if (!view.frame) {
    return (
      <StateCard title={`This file is in ${source}`} document={document} onDownload={onDownload}>
        There’s no preview here. {view.url ? 'Open it in the app it was made in.' : `Look for it in ${source}.`}
      </StateCard>
    );
  }
  const address = webAddress(view.url);
  return (
    <>
      <div className={`row wrap between dimmed ${classes.bar}`}>
        Shown by {source}. If it stays empty, sign in there.
        {address ? <OpenAtSource address={address} source={source} /> : null}
      </div>
      <OnlineView url={view.frame} title={document.name} />
    </>
  );
}
