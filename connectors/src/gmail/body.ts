import type { Readable } from 'node:stream';
import { cutText, escapeHtml, maxBodyBytes } from '../kit/text.ts';
import type { Message } from '../kit/threads.ts';
import type { GmailPart } from './gateway.ts';
import { headerOf, isHtml } from './layout.ts';

/** A text of the message, as far as it was read. */
export interface ReadText {
  part: GmailPart;
  bytes: Buffer;
}

/** Whether the texts exceed the maximum of a body, so that they are attached as well. */
export const isTooLong = (texts: readonly GmailPart[]): boolean =>
  texts.reduce((sum, { body }) => sum + (body?.size ?? 0), 0) > maxBodyBytes;

/** Joins the texts; the result is HTML if one of them is. */
export function joinTexts(texts: readonly ReadText[]): Message['body'] {
  const isRich = texts.some(({ part }) => isHtml(part));
  const values = texts.map(({ part, bytes }) => {
    const text = decodeText(bytes, charsetOf(part));
    return isRich && !isHtml(part) ? `<pre>${escapeHtml(text)}</pre>` : text;
  });
  return { type: isRich ? 'html' : 'text', value: cutText(values.join('\n'), maxBodyBytes).text };
}

/**
 * Gmail returns most texts in UTF-8. Others are in the charset that the sender declared, or in the default of old
 * programs, which didn’t declare it. A text with few invalid bytes is still UTF-8.
 */
function decodeText(bytes: Uint8Array, charset: string): string {
  const text = decoded(bytes, 'utf-8')!;
  const wrong = text.split('\ufffd').length - 1;
  if (wrong === 0) return text;
  const declared = /^utf-?8$/i.test(charset) ? undefined : decoded(bytes, charset);
  if (declared !== undefined) return declared;
  const others = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  return others > wrong ? text : decoded(bytes, 'windows-1252')!;
}

/**
 * Returns undefined for an unknown charset. Decodes as a stream, because the last character of a cut text may be
 * incomplete.
 */
function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes, { stream: true }).replaceAll('\0', '');
  } catch {
    return undefined;
  }
}

const charsetOf = (part: GmailPart) =>
  /charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(headerOf(part, 'content-type').slice(0, 1000))?.[1] ?? 'utf-8';

/** Reads the beginning of a stream; the rest isn’t fetched. */
export async function readBeginning(stream: Readable, maxBytes = maxBodyBytes): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece.subarray(0, maxBytes - size));
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(pieces);
}
