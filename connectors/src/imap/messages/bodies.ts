import { cutText, escapeHtml, maxBodyBytes } from '../../kit/text.ts';
import type { Message } from '../../kit/threads.ts';
import type { ImapAccount, MailboxState } from '../account.ts';
import type { Part } from '../mime/structure.ts';
import { decodeText, unwrapFlowed } from '../mime/text.ts';
import { decodeTransfer } from '../mime/transfer-encoding.ts';
import { fetchMessages } from '../session/fetch.ts';
import type { Head } from './heads.ts';

/** The bytes to fetch of an encoded part: those of a mebibyte of text, and some more to detect a longer text. */
const MAX_PART_BYTES = 3 << 19;

export interface Body {
  body: Message['body'];
  /** Parts that the body contains only the beginning of. */
  cut: readonly Part[];
}

/** The maximum number of bytes to receive for a message’s body. */
export const bodyBytes = ({ content }: Head): number =>
  (content?.body ?? []).reduce((sum, { size }) => sum + Math.min(size, MAX_PART_BYTES), 0);

/** Fetches the bodies of messages; those with the same part numbers are fetched by one command. */
export async function fetchBodies(
  account: ImapAccount,
  state: MailboxState,
  heads: readonly Head[],
  signal: AbortSignal,
): Promise<Map<number, Body>> {
  const groups = new Map<string, Head[]>();
  for (const head of heads) {
    const numbers = (head.content?.body ?? []).map(({ part }) => part).join(',');
    if (numbers !== '') groups.set(numbers, [...(groups.get(numbers) ?? []), head]);
  }
  const fetched = new Map<number, ReadonlyMap<string, Buffer>>();
  if (groups.size > 0)
    await account.inMailbox(
      state.path,
      async (client) => {
        for (const [numbers, group] of groups) {
          const uids = group.map(({ uid }) => uid);
          const wanted = { parts: numbers.split(','), maxBytes: MAX_PART_BYTES };
          const messages = await fetchMessages(client, uids, wanted, (one) => (one.parts.size > 0 ? one : undefined));
          for (const { uid, parts } of messages) fetched.set(uid, parts);
        }
      },
      { signal, view: state },
    );
  return new Map(heads.map((head) => [head.uid, bodyOf(head, fetched.get(head.uid) ?? new Map())]));
}

function bodyOf({ content }: Head, parts: ReadonlyMap<string, Buffer>): Body {
  const texts = (content?.body ?? []).map((part) => {
    const bytes = parts.get(part.part);
    const text = bytes ? decodePart(bytes, part) : '';
    return { part, text, isCut: part.size > MAX_PART_BYTES };
  });
  const isHtml = texts.some(({ part }) => part.mimeType === 'text/html');
  const cut: Part[] = [];
  let value = '';
  for (const { part, text, isCut } of texts) {
    const shown =
      isHtml && part.mimeType !== 'text/html' ? `<pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>` : text;
    const joined = cutText(value === '' ? shown : `${value}\n${shown}`, maxBodyBytes);
    if (isCut || joined.isCut) cut.push(part);
    value = joined.text;
  }
  return { body: { type: isHtml ? 'html' : 'text', value }, cut };
}

function decodePart(bytes: Buffer, { encoding, parameters }: Part): string {
  // PostgreSQL can’t store NUL.
  const text = decodeText(decodeTransfer(bytes, encoding), parameters.charset)
    .replaceAll('\0', '')
    .replaceAll('\r\n', '\n');
  if (parameters.format?.toLowerCase() !== 'flowed') return text;
  return unwrapFlowed(text, parameters.delsp?.toLowerCase() === 'yes');
}
