import type { RemoteId } from '../kit/remote.ts';
import { cutText, maxBodyBytes } from '../kit/text.ts';
import type { Attachment, Correspondent, Message, MessageMarks } from '../kit/threads.ts';
import type { GraphAttachment, GraphMarks, GraphMessage } from './graph.ts';

const maxName = 255;
const maxTitle = 1000;
const maxRecipients = 500;
/** Later dates are invalid. */
const lastMoment = Date.UTC(9999, 11, 31);
/** The length of a conversation’s index for its first message; every answer adds five bytes. */
const indexBytes = 22;
/** The id of the message itself, as a file, if its text is too long. */
export const RAW = 'raw';

/** The kind of an attached item, which determines its file format. */
export type ItemKind = 'message' | 'event' | 'contact';

export function toMarks(message: GraphMarks, channel: string | null | undefined): MessageMarks {
  return {
    id: message.id as RemoteId,
    channelIds: channel ? [channel as RemoteId] : [],
    isUnread: message.isRead === false,
    isFlagged: message.flag?.flagStatus === 'flagged',
  };
}

/** `items` has the kinds of the attached items by their ids. */
export function toMessage(message: GraphMessage, items: ReadonlyMap<string, ItemKind>): Message {
  const html = message.body?.contentType?.toLowerCase() === 'html';
  const text = clean(message.body?.content ?? message.bodyPreview ?? '');
  const { text: value, isCut } = cutText(text, maxBodyBytes);
  const body: Message['body'] = { type: html ? 'html' : 'text', value };
  const { subject, from, sender, conversationId, webLink, parentFolderId } = message;
  const people = (as: 'to' | 'cc' | 'bcc', list: GraphMessage['toRecipients']) =>
    (list ?? []).slice(0, maxRecipients).map((one) => ({ ...toCorrespondent(one), as }));
  return {
    ...toMarks(message, parentFolderId),
    thread: { id: (conversationId || message.id) as RemoteId, title: titleOf(subject, message) },
    author: from || sender ? toCorrespondent(from ?? sender) : { name: 'Unknown sender' },
    recipients: [
      ...people('to', message.toRecipients),
      ...people('cc', message.ccRecipients),
      ...people('bcc', message.bccRecipients),
    ],
    sentAt: sentAt(message),
    body,
    attachments: [
      ...(isCut || !message.body ? [{ id: RAW, name: 'Message.eml', mimeType: 'message/rfc822', size: null }] : []),
      ...(message.attachments ?? []).filter(hasBytes).map((one) => toAttachment(one, body, items)),
    ],
    ...(webLink && { webUrl: webLink }),
  };
}

function toCorrespondent(person: GraphMessage['from']): Correspondent {
  const { name, address } = person?.emailAddress ?? {};
  return {
    name: clean(name || address || 'Unknown sender').slice(0, maxName),
    ...(address && { address: clean(address).slice(0, 320) }),
  };
}

/** The reply prefixes of subjects, in the languages of common mail programs. */
const answer = /^\s*((re|fwd?|aw|wg|sv|vs|antw|tr|rif|odp)\s*(\[\d+\])?\s*:\s*)+/i;

/** Answers repeat the title of their conversation after “Re:”. */
function titleOf(given: string | null | undefined, { conversationIndex }: GraphMessage): string {
  const subject = clean(given ?? '').trim();
  const begins = Buffer.from(conversationIndex ?? '', 'base64').length === indexBytes;
  const title = begins ? subject : subject.replace(answer, '') || subject;
  return title.slice(0, maxTitle).toWellFormed() || '(no subject)';
}

/** When Outlook received it, which is more reliable than the sender’s date. */
function sentAt({ receivedDateTime, sentDateTime }: GraphMessage): Date {
  const times = [Date.parse(receivedDateTime ?? ''), Date.parse(sentDateTime ?? '')];
  return new Date(times.find((time) => time >= 0 && time < lastMoment) ?? 0);
}

const typeOf = (attachment: GraphAttachment) => attachment['@odata.type']?.split('.').at(-1) ?? 'fileAttachment';
/** Whether an attachment has bytes: a reference leads to a file in OneDrive, as a link in the mail’s text does too. */
const hasBytes = (attachment: GraphAttachment) => typeOf(attachment) !== 'referenceAttachment';
export const isItem = (attachment: GraphAttachment): boolean => typeOf(attachment) === 'itemAttachment';

const files: Record<ItemKind, { extension: string; mimeType: string }> = {
  message: { extension: '.eml', mimeType: 'message/rfc822' },
  event: { extension: '.ics', mimeType: 'text/calendar' },
  contact: { extension: '.vcf', mimeType: 'text/vcard' },
};

/** Sizes are left out, because Outlook’s include internal data. */
function toAttachment(
  attachment: GraphAttachment,
  body: Message['body'],
  items: ReadonlyMap<string, ItemKind>,
): Attachment {
  const { id, contentType, contentId } = attachment;
  const name = clean(attachment.name ?? '').slice(0, maxName - 4) || 'Attachment';
  if (isItem(attachment)) {
    const { extension, mimeType } = files[items.get(id) ?? 'message'];
    return { id, name: name.endsWith(extension) ? name : `${name}${extension}`, mimeType, size: null };
  }
  // Many programs give every attachment a Content-ID; only those that the body shows are inline.
  const cid = (contentId ?? '').trim().replace(/^<|>$/g, '').slice(0, maxName);
  const isShown = cid !== '' && body.type === 'html' && body.value.includes(`cid:${cid}`);
  return { id, name, mimeType: contentType?.toLowerCase() || null, size: null, ...(isShown && { contentId: cid }) };
}

/** Removes characters that databases can’t store. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();
