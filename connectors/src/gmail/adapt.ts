import type { RemoteId } from '../kit/remote.ts';
import type { Attachment, Correspondent, Message } from '../kit/threads.ts';
import { isTooLong, joinTexts, type ReadText } from './body.ts';
import { decodeHeader, type GmailMessage, type GmailPart, readAddresses } from './gateway.ts';
import { toMarks } from './labels.ts';
import { headerOf, isHtml, type Layout } from './layout.ts';

const maxNameLength = 255;
const maxTitleLength = 1000;
const maxRecipients = 500;
/** Beyond that, dates are invented. */
const lastMoment = Date.UTC(9999, 11, 31);
/** The id of the part that is the whole message, which has none. */
const ROOT = 'root';
/** The id of the message itself, as a file, where it is too large to be taken apart. */
export const RAW = 'raw';

export const partIdOf = (attachment: string): string => (attachment === ROOT ? '' : attachment);

/** A message with the texts of its body; `email` is whose account it is, for a link that opens in it. */
export function toMessage(message: GmailMessage, layout: Layout, texts: readonly ReadText[], email: string): Message {
  const body = joinTexts(texts);
  const long = isTooLong(layout.texts) ? layout.texts.map(textAttachment) : [];
  return {
    ...about(message, email),
    body,
    attachments: [...long, ...layout.files.map((file) => toAttachment(file, body))],
  };
}

/** One that is too large to be taken apart: its headers, Gmail's summary, and the message as a file. */
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

/** What people put before the subject they answer, in the languages of usual mail programs. */
const answer = /^\s*((re|fwd?|aw|wg|sv|vs|antw|tr|rif|odp)\s*(\[\d+\])?\s*:\s*)+/i;

/** The message that begins a thread gives it its id and its title; answers repeat that behind a "Re:". */
function titleOf({ id, threadId, payload }: GmailMessage): string {
  const subject = decodeHeader(headerOf(payload, 'subject')).trim();
  const title = id === threadId ? subject : subject.replace(answer, '') || subject;
  return title.slice(0, maxTitleLength).toWellFormed() || '(no subject)';
}

/** When Gmail got it, which is more reliable than what the sender says. */
function sentAt({ internalDate, payload }: GmailMessage): Date {
  const times = [Number(internalDate ?? Number.NaN), Date.parse(headerOf(payload, 'date'))];
  return new Date(times.find((time) => time >= 0 && time < lastMoment) ?? 0);
}

function textAttachment(part: GmailPart): Attachment {
  const name = isHtml(part) ? 'Message.html' : 'Message.txt';
  return { id: part.partId || ROOT, name, mimeType: part.mimeType ?? null, size: part.body?.size ?? null };
}

/** Only what the body shows belongs to it: many programs give every attachment a Content-ID. */
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
