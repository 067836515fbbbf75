import type { RemoteId } from '../../kit/session.ts';
import type { Attachment, Message } from '../../kit/threads.ts';
import { type MailboxState, messageId } from '../account.ts';
import { readHeaders } from '../mime/headers.ts';
import type { AttachedPart, Part } from '../mime/structure.ts';
import type { Body } from './bodies.ts';
import type { Head } from './heads.ts';

/** The attachment that is the complete message, if its structure can’t be read. */
export const WHOLE = 'message';

export function messageOf(state: MailboxState, head: Head, { body, cut }: Body): Message {
  const { uid, flags, content, header, receivedAt, size } = head;
  return {
    id: messageId(state, uid),
    channelIds: [state.path as RemoteId],
    isUnread: !flags.has('\\Seen'),
    isFlagged: flags.has('\\Flagged'),
    ...readHeaders(header, receivedAt),
    body,
    attachments: content
      ? [...cut.map(bodyAttachment), ...content.attachments.map((part) => attachmentOf(part, body))]
      : [{ id: WHOLE, name: 'message.eml', mimeType: 'message/rfc822', size }],
  };
}

function attachmentOf(part: AttachedPart, body: Message['body']): Attachment {
  const { contentId, name, mimeType } = part;
  // Many attachments have a Content-ID; only those that the body shows are parts of it.
  const isShown = contentId !== undefined && body.type === 'html' && isMentioned(contentId, body.value);
  return { id: part.part, name, mimeType, size: decodedSize(part), ...(isShown && { contentId }) };
}

const isMentioned = (contentId: string, html: string) =>
  html.includes(`cid:${contentId}`) || html.includes(`cid:${encodeURIComponent(contentId)}`);

const bodyAttachment = (part: Part): Attachment => ({
  id: part.part,
  name: part.mimeType === 'text/html' ? 'message.html' : 'message.txt',
  mimeType: part.mimeType,
  size: decodedSize(part),
});

/** Null if the part is encoded, because servers report the encoded size. */
export const decodedSize = ({ encoding, size }: Part): number | null =>
  ['7bit', '8bit', 'binary'].includes(encoding?.toLowerCase() ?? '7bit') ? size : null;
