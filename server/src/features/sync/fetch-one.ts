import {
  ConnectorError,
  createHasher,
  type Download,
  type FileReads,
  giveBack,
  type HashAlgorithm,
  type Hashes,
  plainError,
  type RemoteId,
} from '@sheaf/connectors';
import { limits } from '@sheaf/contract';
import { type Content, dropContent, readContent } from '../../platform/blobs/index.ts';
import type { Services } from '../../services.ts';

/** The source of the bytes. */
export type Contents = Pick<FileReads, 'download' | 'export'>;

/** A document whose bytes are pending. */
export interface Wanted {
  id: string;
  remote_id: RemoteId;
  name: string;
  kind: 'file' | 'native';
  size: number | null;
  revision: string;
  hashes: Hashes;
  exports: string[];
}

export interface Fetched {
  document: Wanted;
  content: Content;
  /** The revision of the bytes, which differs from the listed one if the file changed since. */
  revision: string;
}

/** Broken off or mismatching bytes are requested once more at once before they count as a failure. */
const maxTries = 2;

/**
 * Fetches the bytes of one document, not yet in the store; `room`: how many the plan has room for. Requests without a
 * response have already been retried by the pacer.
 */
export async function fetchOne(
  services: Services,
  files: Contents,
  document: Wanted,
  room: number,
  signal: AbortSignal,
): Promise<Fetched> {
  for (let tries = 1; ; tries++) {
    const download =
      document.kind === 'native' && files.export
        ? await files.export(document.remote_id, document.exports[0]!, { signal })
        : await files.download(document.remote_id, { signal });
    try {
      return await read(services, document, download, room);
    } catch (error) {
      const broke = error instanceof ConnectorError && (error.code === 'corrupt' || error.code === 'unavailable');
      if (tries === maxTries || signal.aborted || !broke) throw error;
    }
  }
}

async function read({ blobs }: Services, document: Wanted, download: Download, room: number): Promise<Fetched> {
  const exported = document.kind === 'native';
  const limit = limitOf(document, download, room);
  const algorithm = exported || download.isUndescribed ? undefined : comparable(document.hashes, download.hashes);
  const hasher = algorithm && createHasher(algorithm);
  const expected = algorithm && (download.hashes[algorithm] ?? document.hashes[algorithm]);
  let received = 0;
  const tap = (chunk: Uint8Array) => {
    received += chunk.length;
    if (received > limit)
      download.body.destroy(plainError('corrupt', `More data arrived than expected (over ${limit} bytes).`));
    else hasher?.update(chunk);
  };
  const content = await readContent(blobs, download.body, { tap, release: giveBack });
  const short = !exported && download.size !== null && content.size !== download.size;
  if (short || (hasher && hasher.digest() !== expected)) {
    await dropContent(content);
    throw plainError(
      'corrupt',
      short
        ? `Only ${content.size} of ${download.size} bytes arrived.`
        : 'The data that arrived doesn’t match the original.',
    );
  }
  // Only a hash proves a change: some sources report revisions of downloads less exactly than those in lists. If the
  // revision is the hash, a file that changes back must not get the intermediate bytes under its old revision.
  const changed = algorithm && document.hashes[algorithm] !== undefined && document.hashes[algorithm] !== expected;
  return { document, content, revision: changed ? download.revision : document.revision };
}

/**
 * How many bytes may come: as many as the source reported, or as there is room for if it reported no size. A file may
 * have grown since it was listed, but not beyond the plan.
 */
function limitOf({ kind, size }: Wanted, { body, size: now }: Download, room: number): number {
  const reported = now ?? (kind === 'file' ? size : null);
  if (reported === null) return Math.min(room, limits.uploadBytes);
  if (reported <= Math.max(room, size ?? 0)) return reported;
  body.destroy();
  throw plainError('forbidden', 'It has grown, and your plan has no storage left for it.');
}

/** An algorithm whose hash the source reported, for comparison. */
function comparable(...reported: Hashes[]): HashAlgorithm | undefined {
  return reported.flatMap((hashes) => Object.keys(hashes) as HashAlgorithm[])[0];
}
