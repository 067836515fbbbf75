import type { RemoteId } from '../kit/remote.ts';
import type { Attachment, Correspondent, Message } from '../kit/threads.ts';
import { isTooLong, joinTexts, type ReadText } from './body.ts';
import { decodeHeader, type GmailMessage, type GmailPart, readAddresses } from './gateway.ts';
import { toMarks } from './labels.ts';
import { headerOf, isHtml, type Layout } from './layout.ts';

const maxNameLength = 255;
const maxTitleLength = 1000;
const maxRecipients = 500;
/** Later dates are invalid. */
const lastMoment = Date.UTC(9999, 11, 31);
/** The id of the part for a message that has no parts. */
const ROOT = 'root';
/** The id of the message itself, as a file, if it is too large to be parsed. */
export const RAW = 'raw';

export const partIdOf = (attachment: string): string => (attachment === ROOT ? '' : attachment);

/** A message with the texts of its body; `email` is the account’s address, for a link that opens in it. */
export function toMessage(message: GmailMessage, layout: Layout, texts: readonly ReadText[], email: string): Message {
  const body = joinTexts(texts);
  const long = isTooLong(layout.texts) ? layout.texts.map(textAttachment) : [];
  return {
    ...about(message, email),
    body,
    attachments: [...long, ...layout.files.map((file) => toAttachment(file, body))],
  };
}

/** A message that is too large to be parsed: its headers, Gmail’s summary, and the message as a file. */
export function toLargeMessage(message: GmailMessage, email: string): Message {
  const attachments = [{ id: RAW, name: 'Message.eml', mimeType: 'message/rfc822', size: null }];
  return { ...about(message, email), body: { type: 'text', value: message.snippet ?? '' }, attachments };
}

function about(message: GmailMessage, email: string): Omit<Message, 'body' | 'attachments'> {
  const { id, threadId, payload } = message;
  const people = (name: string) => readAddresses(headerOf(payload, name)).slice(0, maxRecipients).map(toCorrespondent);
  return {
    ...toMarks(message),
    thread: { id: (threadId ?? id) as RemoteId, title: titleOf(message) },
    author: people('from')[0] ?? { name: 'Unknown sender' },
    recipients: (['to', 'cc', 'bcc'] as const).flatMap((as) => people(as).map((person) => ({ ...person, as }))),
    sentAt: sentAt(message),
    webUrl: `https://mail.google.com/mail/?authuser=${encodeURIComponent(email)}#all/${threadId ?? id}`,
  };
}

const toCorrespondent = ({ name, address }: { name: string; address: string }): Correspondent => ({
  name: (name || address).slice(0, maxNameLength),
  ...(address && { address: address.slice(0, 320) }),
});

/** The reply prefixes of subjects, in the languages of common mail programs. */
const answer = /^\s*((re|fwd?|aw|wg|sv|vs|antw|tr|rif|odp)\s*(\[\d+\])?\s*:\s*)+/i;

/** The first message gives the thread its id and its title; answers repeat that after “Re:”. */
function titleOf({ id, threadId, payload }: GmailMessage): string {
  const subject = decodeHeader(headerOf(payload, 'subject')).trim();
  const title = id === threadId ? subject : subject.replace(answer, '') || subject;
  return title.slice(0, maxTitleLength).toWellFormed() || '(no subject)';
}

/** When Gmail received it, which is more reliable than the sender’s date. */
function sentAt({ internalDate, payload }: GmailMessage): Date {
  const times = [Number(internalDate ?? Number.NaN), Date.parse(headerOf(payload, 'date'))];
  return new Date(times.find((time) => time >= 0 && time < lastMoment) ?? 0);
}

function textAttachment(part: GmailPart): Attachment {
  const name = isHtml(part) ? 'Message.html' : 'Message.txt';
  return { id: part.partId || ROOT, name, mimeType: part.mimeType ?? null, size: part.body?.size ?? null };
}

/** An inline part is one that the body shows: many programs give every attachment a Content-ID. */
function toAttachment(part: GmailPart, body: Message['body']): Attachment {
  const contentId = headerOf(part, 'content-id').trim().replace(/^<|>$/g, '').slice(0, maxNameLength);
  const isShown = contentId !== '' && body.type === 'html' && body.value.includes(`cid:${contentId}`);
  return {
    id: part.partId || ROOT,
    name: nameOf(part),
    mimeType: part.mimeType?.toLowerCase() || null,
    size: part.body?.size ?? null,
    ...(isShown && { contentId }),
  };
}

function nameOf({ filename, mimeType, partId }: GmailPart): string {
  const name = decodeHeader(filename ?? '')
    .slice(0, maxNameLength)
    .toWellFormed();
  if (name.trim() !== '') return name;
  return mimeType?.toLowerCase() === 'message/rfc822' ? 'Message.eml' : `Attachment ${partId || ROOT}`;
}
