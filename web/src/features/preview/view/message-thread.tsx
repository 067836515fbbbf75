import { useIntersection } from '@mantine/hooks';
import type { DocumentDetails } from '@sheaf/contract';
import { useState } from 'react';
import type { PassedKey } from '../../../viewer/protocol.ts';
import { decodeBody } from './decode-body.ts';
import { ImagesBlocked } from './images-blocked.tsx';
import classes from './view.module.css';
import { ViewerFrame } from './viewer-frame.tsx';

interface MessageThreadProps {
  document: DocumentDetails;
  onKey(key: PassedKey): void;
}

/** Mail and chats: every message in a frame of its own, as high as the message. */
export function MessageThread({ document, onKey }: MessageThreadProps) {
  const [images, setImages] = useState(false);
  const [blocked, setBlocked] = useState(false);
  return (
    <>
      {blocked && !images ? <ImagesBlocked onShow={() => setImages(true)} /> : null}
      <div className={classes.thread}>
        {document.messages.map(({ body }, index) => (
          <Message
            // biome-ignore lint/suspicious/noArrayIndexKey: messages of a thread have nothing but their order
            key={index}
            id={`${document.id} ${index}`}
            name={`Message ${index + 1} of ${document.messages.length}`}
            body={body}
            images={images}
            onBlocked={() => setBlocked(true)}
            onKey={onKey}
          />
        ))}
      </div>
    </>
  );
}

interface MessageProps {
  id: string;
  name: string;
  body: string;
  images: boolean;
  onBlocked(): void;
  onKey(key: PassedKey): void;
}

/** Far down in a thread nothing is loaded yet. */
function Message({ id, name, body, images, onBlocked, onKey }: MessageProps) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' });
  const [near, setNear] = useState(false);
  if (entry?.isIntersecting && !near) setNear(true);
  const file = {
    key: `${id} ${images}`,
    name,
    kind: 'html',
    images,
    load: async () => ({ bytes: decodeBody(body), cut: false }),
  } as const;
  return (
    <article ref={ref} className={classes.message} aria-label={name}>
      {near ? (
        <ViewerFrame file={file} fit="content" onKey={onKey} onImagesBlocked={onBlocked} problem={problemLine} />
      ) : null}
    </article>
  );
}

const problemLine = (message: string) => <p className={classes.bar}>{message}</p>;
