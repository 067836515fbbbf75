import type { Document } from '@sheaf/contract';
import { useState } from 'react';
import { DocumentIcon } from '../../../ui/document-icon.tsx';
import classes from './thumbnail.module.css';

/** The small picture of a document. Its kind is shown until the picture is there, or if there is none. */
export function Thumbnail({ document, size }: { document: Pick<Document, 'type' | 'thumbnail'>; size: number }) {
  const [failed, setFailed] = useState<string>();
  const { thumbnail, type } = document;
  const icon = <DocumentIcon type={type} size={size} />;
  if (!thumbnail || failed === thumbnail) return icon;
  return (
    <span className={classes.frame}>
      {icon}
      <img
        className={classes.picture}
        src={`/storage/${thumbnail}`}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={(event) => {
          event.currentTarget.dataset.loaded = '';
        }}
        onError={() => setFailed(thumbnail)}
      />
    </span>
  );
}
