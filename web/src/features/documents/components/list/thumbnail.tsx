import type { Document } from '@sheaf/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { DocumentIcon, folderKind } from '../../../../ui/documents/document-icon.tsx';
import classes from './thumbnail.module.css';

/** The server creates thumbnails at the first request, and answers 'try later' when it has many to create. */
const MAX_TRIES = 2;
const RETRY_MS = 3000;

/** The thumbnail of a document. Its icon is shown until the thumbnail is loaded, or if there is none. */
export function Thumbnail({ document, size }: { document: Document; size: number }) {
  const { thumbnail, type } = document;
  const icon = <DocumentIcon type={type} folder={type === 'folder' ? folderKind(document) : null} size={size} />;
  return thumbnail ? <Picture key={thumbnail} path={thumbnail} icon={icon} /> : icon;
}

function Picture({ path, icon }: { path: string; icon: ReactNode }) {
  const [failures, setFailures] = useState(0);
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), RETRY_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  if (waiting || failures >= MAX_TRIES) return icon;
  return (
    <span className={classes.frame}>
      {icon}
      <img
        className={classes.picture}
        src={`/storage/${path}`}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={(event) => {
          event.currentTarget.dataset.loaded = '';
        }}
        onError={() => {
          setFailures(failures + 1);
          setWaiting(true);
        }}
      />
    </span>
  );
}
