import { randomBytes } from 'node:crypto';
import type { gmail_v1 } from '@googleapis/gmail';
import type { MailPart } from '../../shared/mail/mail-part.ts';
import type { Mail } from './mail.ts';

/** Texts up to this size are in the message itself; longer ones are fetched like attachments. */
const MAX_INLINE = 100 * 1024;

export type MessageFormat = 'full' | 'metadata' | 'minimal';

/** Empty fields are left out, as at Gmail. */
export function messageResource(
  mail: Mail,
  format: MessageFormat,
  { metadataHeaders = [], isBroken = false }: { metadataHeaders?: readonly string[]; isBroken?: boolean } = {},
): gmail_v1.Schema$Message {
  const { headers, root, snippet } = mail.letter();
  const about: gmail_v1.Schema$Message = {
    id: mail.id,
    threadId: mail.threadId,
    ...(mail.labelIds.length > 0 && { labelIds: [...mail.labelIds] }),
    snippet,
    sizeEstimate: 1000 + Math.ceil(sizeOf(root) * 1.37),
    historyId: String(mail.historyId),
    internalDate: String(mail.at),
  };
  if (format === 'minimal') return about;
  const wanted = metadataHeaders.map((name) => name.toLowerCase());
  const all = [...headers, { name: 'MIME-Version', value: '1.0' }, ...root.headers];
  if (format === 'metadata') {
    const some = wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name.toLowerCase())) : all;
    return { ...about, payload: { mimeType: root.mimeType, headers: some } };
  }
  const payload = { ...partResource(root, ''), headers: all };
  return { ...about, payload: isBroken ? broken(payload) : payload };
}

/** A mail as some programs write it: without Date, From and To, and with parts without types. */
function broken({ headers = [], mimeType, parts, ...part }: gmail_v1.Schema$MessagePart): gmail_v1.Schema$MessagePart {
  const isUsual = !part.filename && /^(text\/plain|multipart\/)/.test(mimeType ?? '');
  return {
    ...part,
    ...(!isUsual && { mimeType: mimeType ?? null }),
    headers: headers.filter(({ name }) => !/^(date|from|to|content-type)$/i.test(name ?? '')),
    ...(parts && { parts: parts.map(broken) }),
  };
}

function partResource(part: MailPart, partId: string): gmail_v1.Schema$MessagePart {
  const { mimeType, filename, headers, parts } = part;
  const idOf = (index: number) => (partId === '' ? String(index) : `${partId}.${index}`);
  return {
    partId,
    mimeType,
    filename,
    headers: [...headers],
    body: bodyResource(part, partId),
    ...(parts && { parts: parts.map((one, index) => partResource(one, idOf(index))) }),
  };
}

function bodyResource({ content, filename }: MailPart, partId: string): gmail_v1.Schema$MessagePartBody {
  if (!content) return { size: 0 };
  const { size } = content;
  if (filename !== '' || size > MAX_INLINE) return { attachmentId: attachmentId(partId), size };
  const data = Buffer.concat([...content.read()]).toString('base64');
  return { size, data: data.replaceAll('+', '-').replaceAll('/', '_') };
}

/** An id that differs at every read; all of them lead to the part. */
const attachmentId = (partId: string) =>
  `ANGjdJ${Buffer.from(`${partId}|${randomBytes(96).toString('base64')}`).toString('base64url')}`;

/** Undefined for an invalid id. */
export function partIdOf(id: string): string | undefined {
  if (!id.startsWith('ANGjdJ')) return undefined;
  return /^([\d.]*)\|/.exec(Buffer.from(id.slice('ANGjdJ'.length), 'base64url').toString())?.[1];
}

function sizeOf({ content, parts = [] }: MailPart): number {
  return (content?.size ?? 0) + parts.reduce((sum, part) => sum + sizeOf(part), 0);
}
