import type { DocumentDetails, MessagePicture, ThreadMessage } from '@sheaf/contract';
import { useRef, useState } from 'react';
import type { ConversationPage } from '../../../viewer/conversation/conversation.ts';
import type { Mark, PassedKey } from '../../../viewer/protocol.ts';
import { fetchMessages, fetchPictures } from '../api/document.ts';
import { ImagesBlocked } from './images-blocked.tsx';
import { ViewerFrame } from './viewer-frame.tsx';

interface MessageThreadProps {
  document: DocumentDetails;
  mark: Mark | null;
  onKey(key: PassedKey): void;
  /** Opens an attachment. */
  onOpen(id: string): void;
  /** Downloads an attachment. */
  onSave(id: string): void;
  problem(message: string): React.ReactNode;
}

/** Mails and chats in one frame, so that their content reaches nothing else. */
export function MessageThread({ document, mark, onKey, onOpen, onSave, problem }: MessageThreadProps) {
  const [images, setImages] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const { id, name, messages, next_message, updated_at, conversation } = document;
  // A thread is shown again when a message was added or removed.
  const key = [id, images, updated_at, conversation?.messages].join(' ');
  return (
    <>
      {blocked && !images ? <ImagesBlocked onShow={() => setImages(true)} /> : null}
      <Pages
        key={key}
        shown={{ key, name, kind: 'conversation', images, mark }}
        first={{ messages, next: next_message }}
        after={(last) => fetchMessages(id, last)}
        onPictures={(message) => fetchPictures(id, message)}
        onKey={onKey}
        onOpen={onOpen}
        onSave={onSave}
        onImagesBlocked={() => setBlocked(true)}
        problem={problem}
      />
    </>
  );
}

interface MessagePage {
  messages: ThreadMessage[];
  next: string | null;
}

interface PagesProps extends Pick<MessageThreadProps, 'onKey' | 'onOpen' | 'onSave' | 'problem'> {
  shown: { key: string; name: string; kind: 'conversation'; images: boolean; mark: Mark | null };
  first: MessagePage;
  after(last: string): Promise<MessagePage>;
  onImagesBlocked(): void;
  onPictures(message: string): Promise<MessagePicture[]>;
}

function Pages({ shown, first, after, onSave, ...listeners }: PagesProps) {
  const next = useRef(first.next);
  const attached = useRef(new Set(attachedTo(first)));
  const file = { ...shown, load: async () => ({ bytes: encode(first), cut: false }) };
  const onMore = async () => {
    const page = await after(next.current!);
    next.current = page.next;
    for (const id of attachedTo(page)) attached.current.add(id);
    return encode(page);
  };
  // Messages can only cause downloads of their own attachments.
  const onAttached = (id: string) => {
    if (attached.current.has(id)) onSave(id);
  };
  return <ViewerFrame file={file} onMore={onMore} onSave={onAttached} {...listeners} />;
}

const attachedTo = ({ messages }: MessagePage): string[] =>
  messages.flatMap(({ attachments }) => attachments.flatMap(({ document_id }) => document_id ?? []));

function encode({ messages, next }: MessagePage): ArrayBuffer {
  const page: ConversationPage = { messages, more: next !== null };
  return new TextEncoder().encode(JSON.stringify(page)).buffer;
}
