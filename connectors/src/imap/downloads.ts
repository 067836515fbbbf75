import { Readable } from 'node:stream';
import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import type { Download, ReadOptions, RemoteId } from '../kit/session.ts';
import type { ThreadReads } from '../kit/threads.ts';
import { type ImapAccount, noSuchMessage, parseMessageId } from './account.ts';
import { decodedSize, WHOLE } from './messages/adapt.ts';
import { findPart } from './mime/structure.ts';
import { type TransferDecoder, transferDecoder } from './mime/transfer-encoding.ts';

const CHUNK = 1 << 20;
const NUMBER = /^\d{1,4}(\.\d{1,4}){0,60}$/;

/**
 * Bytes are fetched piece by piece, each as a call of its own, so a slow reader occupies no connection, and a broken
 * connection loses only one piece.
 */
export function createDownloads(account: ImapAccount): Required<Pick<ThreadReads, 'attachment' | 'raw'>> {
  async function raw(id: RemoteId, options: ReadOptions = {}): Promise<Download> {
    const message = await fetchMessage(account, id, { size: true }, options.signal);
    const pieces = (start: number) => fetchPiece(account, id, '', start, options.signal);
    return send(pieces, { size: message.size ?? null, revision: id, options });
  }

  return {
    raw,
    async attachment(id, number, options = {}) {
      if (number === WHOLE) return raw(id, options);
      if (!NUMBER.test(number)) throw noSuchMessage();
      const { bodyStructure } = await fetchMessage(account, id, { bodyStructure: true }, options.signal);
      const part = bodyStructure && findPart(bodyStructure, number);
      if (!part) throw noSuchMessage();
      const pieces = (start: number) => fetchPiece(account, id, number, start, options.signal);
      const size = decodedSize(part);
      const decoder = size === null ? transferDecoder(part.encoding) : undefined;
      return send(pieces, { size, revision: `${id} ${number}`, options, decoder });
    },
  };
}

interface Sending {
  size: number | null;
  revision: string;
  options: ReadOptions;
  /** Cuts a range from the decoded bytes, because its start in the encoded text is unknown. */
  decoder?: TransferDecoder;
}

async function send(
  piece: (start: number) => Promise<Buffer>,
  { size, revision, options: { range, signal }, decoder }: Sending,
): Promise<Download> {
  const startsAt = size === null ? (range?.start ?? 0) : Math.min(range?.start ?? 0, size);
  const length = range?.end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, range.end + 1 - startsAt);
  const [skip, from] = decoder ? [startsAt, 0] : [0, startsAt];
  const first = await piece(from);
  const decoded = decodeAll(readOn(piece, from, first), decoder);
  const body = Readable.from(cut(decoded, skip, length), { objectMode: false });
  // An error before anyone listens must not end the process; a later reader still gets it.
  body.on('error', () => {});
  if (signal) {
    const abort = () => body.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    body.once('close', () => signal.removeEventListener('abort', abort));
  }
  return { body, size, startsAt, revision, hashes: {} };
}

/** Requests the next piece while the reader handles the last one. */
async function* readOn(piece: (start: number) => Promise<Buffer>, from: number, first: Buffer): AsyncGenerator<Buffer> {
  let at = from;
  for (let next: Promise<Buffer> | null = Promise.resolve(first); next; ) {
    const bytes: Buffer = await next;
    at += bytes.length;
    next = bytes.length < CHUNK ? null : piece(at);
    next?.catch(() => {});
    if (bytes.length > 0) yield bytes;
  }
}

async function* decodeAll(pieces: AsyncIterable<Buffer>, decoder: TransferDecoder | undefined): AsyncGenerator<Buffer> {
  if (!decoder) return yield* pieces;
  for await (const bytes of pieces) yield decoder.decode(bytes);
  yield decoder.end();
}

async function* cut(pieces: AsyncIterable<Buffer>, skip: number, length: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const bytes of pieces) {
    const start = Math.max(0, skip - at);
    const end = Math.min(bytes.length, skip + length - at);
    at += bytes.length;
    if (start < end) yield bytes.subarray(start, end);
    if (at >= skip + length) return;
  }
}

async function fetchMessage(account: ImapAccount, id: RemoteId, query: FetchQueryObject, signal?: AbortSignal) {
  const message = await inPlace(
    account,
    id,
    async (client, uid) => {
      // Servers also report changed flags, of this message or others, in separate answers.
      let found: FetchMessageObject | undefined;
      for await (const one of client.fetch(String(uid), { uid: true, ...query }, { uid: true }))
        if (one.uid === uid) found = { ...found, ...one };
      return found;
    },
    signal,
  );
  if (!message) throw noSuchMessage();
  return message;
}

async function fetchPiece(account: ImapAccount, id: RemoteId, number: string, start: number, signal?: AbortSignal) {
  const piece = { start, maxLength: CHUNK };
  const query = number === '' ? { source: piece } : { bodyParts: [{ key: number, ...piece }] };
  const { source, bodyParts } = await fetchMessage(account, id, query, signal);
  const bytes = number === '' ? source : bodyParts?.get(number);
  return (bytes || Buffer.alloc(0)).subarray(0, CHUNK);
}

/** A mailbox that was renumbered has none of the known messages. */
function inPlace<T>(
  account: ImapAccount,
  id: RemoteId,
  work: (client: ImapFlow, uid: number) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { path, validity, uid } = parseMessageId(id);
  return account.inMailbox(
    path,
    async (client, state) => {
      if (state.validity !== validity) throw noSuchMessage();
      return work(client, uid);
    },
    { signal, view: uid },
  );
}
