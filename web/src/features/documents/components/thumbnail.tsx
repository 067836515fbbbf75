import type { Document } from '@sheaf/contract';
import { useState } from 'react';
import { DocumentIcon } from '../../../ui/document-icon.tsx';
import classes from './thumbnail.module.css';

/** The small picture of a document; its kind while there is none. */
export function Thumbnail({ document, size }: { document: Pick<Document, 'type' | 'thumbnail'>; size: number }) {
  const [failed, setFailed] = useState<string>();
  const { thumbnail, type } = document;
  if (!thumbnail || failed === thumbnail) return <DocumentIcon type={type} size={size} />;
  return (
    <img
      className={classes.picture}
      src={`/storage/${thumbnail}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(thumbnail)}
    />
  );
}
