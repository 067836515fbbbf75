import type { Document } from '@sheaf/contract';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DocumentIcon, folderKind } from '../../../../ui/documents/document-icon.tsx';
import { useFrame } from './frames/use-frame.ts';
import classes from './thumbnail.module.css';

/** The server creates thumbnails at the first request, and answers ‘try later’ when it has many to create. */
const MAX_TRIES = 2;
const RETRY_MS = 3000;

interface ThumbnailProps {
  document: Document;
  size: number;
  /** On cards, videos are marked, and the browser draws a frame of those without a thumbnail. */
  isCard?: boolean;
}

/** The thumbnail of a document. Its icon is shown until the thumbnail is loaded, or if there is none. */
export function Thumbnail({ document, size, isCard = false }: ThumbnailProps) {
  const { thumbnail, frame_path, type } = document;
  const icon = <DocumentIcon type={type} folder={type === 'folder' ? folderKind(document) : null} size={size} />;
  if (!isCard || type !== 'video')
    return thumbnail ? <Picture key={thumbnail} path={thumbnail} icon={icon} otherwise={icon} /> : icon;
  const frame = frame_path ? <VideoFrame key={frame_path} path={frame_path} icon={icon} /> : icon;
  if (!thumbnail) return frame;
  const tries = frame_path ? 1 : MAX_TRIES;
  return <Picture key={thumbnail} path={thumbnail} icon={icon} otherwise={frame} tries={tries} isVideo />;
}

interface PictureProps {
  path: string;
  icon: ReactNode;
  /** Shown if there is no thumbnail. */
  otherwise: ReactNode;
  tries?: number;
  isVideo?: boolean;
}

function Picture({ path, icon, otherwise, tries = MAX_TRIES, isVideo = false }: PictureProps) {
  const [failures, setFailures] = useState(0);
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), RETRY_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  if (failures >= tries) return otherwise;
  if (waiting) return icon;
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
      {isVideo ? <PlayMark /> : null}
    </span>
  );
}

/** A frame of a video without a thumbnail on the server. */
function VideoFrame({ path, icon }: { path: string; icon: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null);
  const picture = useFrame(`/storage/${path}`, element);
  return (
    <span ref={element} className={classes.frame}>
      {icon}
      {picture ? (
        <>
          <img className={classes.picture} src={picture} alt="" draggable={false} data-loaded="" />
          <PlayMark />
        </>
      ) : null}
    </span>
  );
}

const PlayMark = () => (
  <span className={classes.play}>
    <IconPlayerPlayFilled size={16} aria-hidden />
  </span>
);
