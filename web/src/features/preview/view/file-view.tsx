import { useState } from 'react';
import type { Mark, PassedKey } from '../../../viewer/protocol.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { ImagesBlocked } from './images-blocked.tsx';
import type { View } from './view-of.ts';
import { ViewerFrame } from './viewer-frame.tsx';

interface FileViewProps {
  view: Extract<View, { as: 'file' }>;
  name: string;
  mark: Mark | null;
  onKey(key: PassedKey): void;
  problem(message: string): React.ReactNode;
}

/** Shows a file in a frame, with the viewer page. */
export function FileView({ view, name, mark, onKey, problem }: FileViewProps) {
  const [images, setImages] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const { url, kind, limit, cut } = view;
  const file = {
    key: `${url} ${images}`,
    name,
    kind,
    images,
    mark,
    load: (signal: AbortSignal) => fetchBytes(url, { limit, cut, signal }),
  };
  return (
    <>
      {blocked && !images ? <ImagesBlocked onShow={() => setImages(true)} /> : null}
      <ViewerFrame file={file} onKey={onKey} onImagesBlocked={() => setBlocked(true)} problem={problem} />
    </>
  );
}
