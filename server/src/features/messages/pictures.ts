import { ConnectorError, type RemoteId, type ThreadReads } from '@sheaf/connectors';
import type { MessagePicture } from '@sheaf/contract';
import { sql } from 'kysely';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { openAccount } from '../sources/index.ts';
import { threadOf } from './remote-ids.ts';

/** Picture formats that browsers show and that can't contain scripts. */
const drawn = /^image\/(png|jpe?g|gif|webp|bmp)$/i;
const maxPictures = 20;
const maxBytes = 8 * 1024 * 1024;
/** After this time, the pictures read so far are returned. */
const patienceMs = 20_000;

interface Row {
  remote_id: RemoteId;
  source: string;
  status: string;
  attachments: { id: string; mimeType: string | null; size: number | null; contentId?: string }[];
}

/**
 * Reads the inline pictures of a message. They are neither documents nor stored, but read at the source when someone
 * opens the message. Unavailable ones are left out; their names are shown instead.
 */
export async function picturesOf(
  services: Services,
  document: { account_id: string; remote_id: string },
  message: string,
): Promise<MessagePicture[]> {
  const { rows } = await sql<Row>`select m.remote_id, m.attachments, a.source, a.status from messages m
    join source_accounts a on a.id = m.account_id
    where m.id = ${message} and m.account_id = ${document.account_id}
      and m.thread_remote_id = ${threadOf(document.remote_id) ?? null}`.execute(services.db);
  const [row] = rows;
  if (!row) throw notFound('This message');
  const wanted = row.attachments.filter(({ contentId, mimeType }) => contentId && drawn.test(mimeType ?? ''));
  if (wanted.length === 0 || row.status === 'disconnected') return [];
  const signal = AbortSignal.timeout(patienceMs);
  const session = openAccount(services, { id: document.account_id, source: row.source }, signal);
  try {
    return session.threads ? await readAll(session.threads, row.remote_id, wanted.slice(0, maxPictures), signal) : [];
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

async function readAll(
  threads: ThreadReads,
  message: RemoteId,
  wanted: Row['attachments'],
  signal: AbortSignal,
): Promise<MessagePicture[]> {
  const pictures: MessagePicture[] = [];
  let left = maxBytes;
  for (const { id, size, contentId, mimeType } of wanted) {
    if (size !== null && size > left) continue;
    try {
      const bytes = await readUpTo(left, (await threads.attachment(message, id, { signal })).body);
      if (!bytes) continue;
      left -= bytes.length;
      pictures.push({ content_id: contentId!, mime_type: mimeType!.toLowerCase(), data: bytes.toString('base64') });
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof ConnectorError)) throw error;
      if (error.code !== 'not_found' && error.code !== 'corrupt') break;
    }
  }
  return pictures;
}

/** Returns null if there is more. */
async function readUpTo(max: number, body: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > max) return null;
    // Some connectors reuse their buffers.
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
