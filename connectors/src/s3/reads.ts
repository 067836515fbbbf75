import type { Cursor, Download, FileReads, ReadOptions, RemoteId } from '../kit/session.ts';
import { folderOf, objectOf, revisionOf } from './adapt.ts';
import { type Bucket, withChecksums } from './bucket.ts';
import { enumerate } from './enumerate.ts';
import { isFolderId } from './keys.ts';
import { noSuchItem } from './protocol/gateway.ts';

export function createReads(bucket: Bucket): FileReads {
  return {
    enumerate: (scope, options) => enumerate(bucket, scope, options),
    async browse(parent, page) {
      const folder = parent ?? '';
      if (folder !== '' && !isFolderId(folder)) throw noSuchItem();
      const next = page === null ? null : (JSON.parse(page) as Record<string, string>);
      const found = await bucket.list({ prefix: folder, delimiter: '/', next });
      const isEmpty = found.objects.length + found.prefixes.length + found.unreadable.length === 0;
      if (isEmpty && folder !== '' && page === null && found.next === null) throw noSuchItem();
      const folders = found.prefixes.map((id) => folderOf(id as RemoteId));
      const files = await bucket.listed(found.objects);
      return { items: [...folders, ...files], next: found.next && (JSON.stringify(found.next) as Cursor) };
    },
    async stat(id) {
      if (!isFolderId(id)) return bucket.file(id);
      if (!(await bucket.hasFolder(id))) throw noSuchItem();
      return folderOf(id);
    },
    download: (id, options) => download(bucket, id, options),
  };
}

/** The revision comes from the ETag in the same answer, so a file that changed between two ranges is detected. */
async function download(bucket: Bucket, id: RemoteId, { range, signal }: ReadOptions = {}): Promise<Download> {
  if (id === '' || isFolderId(id)) throw noSuchItem();
  const { status, headers, body } = await bucket.gateway.send({
    method: 'GET',
    key: bucket.keyOf(id),
    headers: { ...(range && { range: `bytes=${range.start}-${range.end ?? ''}` }) },
    optional: withChecksums,
    accept: [200, 206],
    ...(signal && { signal }),
  });
  bucket.notice(headers);
  const { size, etag, modifiedAt, hashes } = described(headers, body);
  const part = status === 206 ? /bytes (\d+)-/.exec(headers['content-range'] ?? '') : null;
  const isWhole = part === null && headers['content-length'] === undefined;
  return {
    body,
    size: isWhole ? null : size,
    startsAt: part ? Number(part[1]) : 0,
    revision: revisionOf(etag, size, modifiedAt),
    hashes,
  };
}

function described(headers: Parameters<typeof objectOf>[0], body: Download['body']) {
  try {
    return objectOf(headers);
  } catch (error) {
    body.destroy();
    throw error;
  }
}
