import type { Document } from '@sheaf/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { DocumentIcon } from '../../../ui/document-icon.tsx';
import classes from './thumbnail.module.css';

/** Pictures are made when they are first asked for; a server that has many to make asks for a moment of patience. */
const TRIES = 2;
const AGAIN_MS = 3000;

/** The small picture of a document. Its kind is shown until the picture is there, or if there is none. */
export function Thumbnail({ document, size }: { document: Pick<Document, 'type' | 'thumbnail'>; size: number }) {
  const { thumbnail, type } = document;
  const icon = <DocumentIcon type={type} size={size} />;
  return thumbnail ? <Picture key={thumbnail} path={thumbnail} icon={icon} /> : icon;
}

function Picture({ path, icon }: { path: string; icon: ReactNode }) {
  const [failures, setFailures] = useState(0);
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  if (waiting || failures >= TRIES) return icon;
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
