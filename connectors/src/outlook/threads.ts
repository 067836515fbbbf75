import type { HttpResponse } from '../kit/http/http.ts';
import type { Download, RemoteId } from '../kit/remote.ts';
import type { ThreadReads } from '../kit/threads.ts';
import { RAW } from './adapt.ts';
import type { MessageFetcher } from './fetch.ts';
import { listFolders } from './folders.ts';
import type { Gateway } from './gateway.ts';
import { folderReader } from './list-messages.ts';

export function readThreads(graph: string, gateway: Gateway, fetcher: MessageFetcher): ThreadReads {
  const raw: NonNullable<ThreadReads['raw']> = async (message, { signal } = {}) =>
    download(await gateway.mime(message, signal), message);
  return {
    channels: async () => ({ items: await listFolders(gateway), next: null }),
    messages: folderReader(graph, gateway, fetcher),
    raw,
    attachment: async (message: RemoteId, id, options = {}) =>
      id === RAW
        ? raw(message, options)
        : download(await gateway.attachment(message, id, options.signal), `${message}/${id}`),
  };
}

/** Outlook doesn’t support ranges: the complete attachment is returned. */
function download({ body, headers }: HttpResponse, revision: string): Download {
  const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
  return { body, size: Number.isNaN(length) ? null : length, startsAt: 0, revision, hashes: {} };
}
