import type { DocumentDetails } from '@sheaf/contract';
import { useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { type PassedKey, webAddress } from '../../../viewer/protocol.ts';
import { fetchBytes, NO_CONNECTION } from './fetch-bytes.ts';
import { FolderView } from './folder-view.tsx';
import { ImageView } from './image-view.tsx';
import { ImagesBlocked } from './images-blocked.tsx';
import { MediaView } from './media-view.tsx';
import { MessageThread } from './message-thread.tsx';
import { OpenAtSource, PendingCard, StateCard } from './state-card.tsx';
import classes from './view.module.css';
import { type View, viewOf } from './view-of.ts';
import { ViewerFrame } from './viewer-frame.tsx';

interface ViewTabProps {
  document: DocumentDetails;
  onKey(key: PassedKey): void;
  /** Shows what is in the folder instead. */
  onEnter(id: string): void;
  onDownload(): void;
}

/** The document itself. What the network kept from being shown can be tried again. */
export function ViewTab(props: ViewTabProps) {
  const [tries, setTries] = useState(0);
  return <Shown key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

/** In whichever way it can be shown. */
function Shown({ document, onKey, onEnter, onDownload, onRetry }: ViewTabProps & { onRetry(): void }) {
  const view = viewOf(document);
  const card = { document, onDownload };
  const problem = (message: string) => (
    <StateCard title="This file cannot be shown" onRetry={message === NO_CONNECTION ? onRetry : undefined} {...card}>
      {message}
    </StateCard>
  );
  switch (view.as) {
    case 'folder':
      return <FolderView document={document} onOpen={onEnter} />;
    case 'messages':
      return <MessageThread document={document} onKey={onKey} />;
    case 'pending':
      return <PendingCard {...card} />;
    case 'failed':
      return (
        <StateCard title="The content could not be fetched" {...card}>
          {document.source.name} did not hand it over. Sheaf tries again by itself, and now that you have opened it,
          soon.
        </StateCard>
      );
    case 'image':
      return <ImageView url={view.url} name={document.name} problem={problem} />;
    case 'video':
    case 'audio':
      return <MediaView as={view.as} url={view.url} name={document.name} problem={problem} />;
    case 'file':
      return <FileView key={view.url} view={view} document={document} onKey={onKey} problem={problem} />;
    case 'too-large':
      return problem(`It is larger than ${formatBytes(view.limit)}, which is more than a browser can take.`);
    case 'office':
      return <OnlineView url={view.url} title={document.name} />;
    case 'cloud':
      return <CloudView view={view} document={document} onDownload={onDownload} />;
    case 'download':
      return (
        <StateCard title="No preview of this kind of file" {...card}>
          Sheaf cannot show it, but it can give it to you.
        </StateCard>
      );
  }
}

interface FileViewProps {
  view: Extract<View, { as: 'file' }>;
  document: DocumentDetails;
  onKey(key: PassedKey): void;
  problem(message: string): React.ReactNode;
}

function FileView({ view, document, onKey, problem }: FileViewProps) {
  const [images, setImages] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const { url, kind, limit, cut } = view;
  const file = {
    key: `${url} ${images}`,
    name: document.name,
    kind,
    images,
    load: (signal: AbortSignal) => fetchBytes(url, { limit, cut, signal }),
  };
  return (
    <>
      {blocked && !images ? <ImagesBlocked onShow={() => setImages(true)} /> : null}
      <ViewerFrame file={file} fit="place" onKey={onKey} onImagesBlocked={() => setBlocked(true)} problem={problem} />
    </>
  );
}

/** A page of a provider. It may use its own storage, and cannot lead our page elsewhere. */
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
      <StateCard title={`This lives in ${source}`} document={document} onDownload={onDownload}>
        There is no file to show here: it opens where it was made.
      </StateCard>
    );
  }
  const address = webAddress(view.url);
  return (
    <>
      <div className={classes.bar}>
        Shown by {source}. Sign in there if it stays empty.
        {address ? <OpenAtSource address={address} source={source} /> : null}
      </div>
      <OnlineView url={view.frame} title={document.name} />
    </>
  );
}
