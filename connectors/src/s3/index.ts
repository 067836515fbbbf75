import type { Connector, Manifest } from '../kit/connector.ts';
import { posix } from '../kit/names/names.ts';
import { auth } from './auth.ts';
import { openSession } from './session.ts';

const MiB = 1024 * 1024;

const manifest: Manifest = {
  slug: 's3',
  name: 'S3',
  rank: 80,
  capabilities: ['files', 'writes', 'writes.move', 'writes.copy'],
  urls: {},
  // The md5 of most files is their ETag; the others are reported only for files that were uploaded with them.
  hashes: ['md5', 'sha256', 'crc32c'],
  stableIds: false,
  uniqueNames: true,
  upload: {
    chunkMultiple: MiB,
    minChunk: 5 * MiB,
    maxChunk: 5 * 1024 * MiB,
    maxChunks: 10_000,
    maxSize: 5 * 1024 * 1024 * MiB,
  },
  names: posix,
};

/** A bucket of any S3-compatible store, or a part of one. There is no change feed: a sync lists everything. */
export const s3: Connector = { manifest, auth, open: openSession };
