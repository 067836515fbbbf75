import { Readable } from 'node:stream';
import { ConnectorError } from '../kit/errors.ts';
import type { Download, ReadOptions, RemoteId } from '../kit/session.ts';
import { completeText } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { readMessageId } from './ids.ts';
import { listOf, type MessagePage, type SlackFile, textOf } from './wire.ts';

/** Downloads a file by its id, which is the same in every message that shares it. */
export async function openAttachment(
  gateway: Gateway,
  message: RemoteId,
  id: string,
  { range, signal }: ReadOptions,
): Promise<Download> {
  const place = readMessageId(message);
  if (id === completeText.id) return completeTextOf(gateway, place, signal);
  if (!/^F[A-Z0-9]{1,30}$/.test(id)) throw new ConnectorError('not_found', 'Slack has no such file');
  const { file } = await gateway.call<{ file: SlackFile }>('files.info', { file: id }, signal);
  const url = textOf(file?.url_private_download) || textOf(file?.url_private);
  if (url === '' || file.is_external === true) throw new ConnectorError('not_found', 'Slack does not have this file');
  const size = typeof file.size === 'number' ? file.size : undefined;
  const isWhole = range === undefined || (range.start === 0 && range.end === undefined);
  const asked = isWhole ? undefined : `bytes=${range.start}-${range.end ?? ''}`;
  const response = await gateway.download(url, { mimeType: file.mimetype, size }, { range: asked, signal });
  const start =
    response.status === 206 ? /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1] : undefined;
  // Files can’t be changed, except snippets, which get a new size or are short.
  return {
    body: response.body,
    size: size ?? null,
    startsAt: Number(start ?? 0),
    revision: `${id}-${size}`,
    hashes: {},
  };
}

/** The text of a message that is longer than a body may be. */
async function completeTextOf(
  gateway: Gateway,
  { channel, thread, ts }: ReturnType<typeof readMessageId>,
  signal: AbortSignal | undefined,
): Promise<Download> {
  const only = { channel, oldest: ts, latest: ts, inclusive: true, limit: 2 };
  const method = thread === null ? 'conversations.history' : 'conversations.replies';
  const page = await gateway.call<MessagePage>(method, { ...only, ...(thread !== null && { ts: thread }) }, signal);
  const message = listOf(page.messages).find((one) => one.ts === ts);
  if (!message) throw new ConnectorError('not_found', 'Slack has no such message');
  const bytes = Buffer.from(textOf(message.text));
  return { body: Readable.from([bytes]), size: bytes.length, startsAt: 0, revision: ts, hashes: {} };
}
