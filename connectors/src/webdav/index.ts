import type { Connector, Manifest } from '../kit/connector.ts';
import { posix } from '../kit/names/names.ts';
import { auth } from './auth.ts';
import { openSession } from './session.ts';
import { CHUNK_UNIT, MAX_UNITS } from './uploads/chunks.ts';

const manifest: Manifest = {
  slug: 'webdav',
  name: 'WebDAV',
  rank: 70,
  capabilities: ['files', 'writes', 'writes.move', 'writes.copy', 'quota'],
  urls: {},
  // Nextcloud and ownCloud report one if the uploading client did; plain servers never do.
  hashes: ['sha256', 'sha1', 'md5'],
  // False, since not every account has stable ids: those of Nextcloud and ownCloud stay after a move, those of plain
  // servers don’t.
  stableIds: false,
  uniqueNames: true,
  upload: { chunkMultiple: CHUNK_UNIT, maxChunk: 10 * CHUNK_UNIT, maxSize: CHUNK_UNIT * MAX_UNITS },
  names: { ...posix, maxLength: { unit: 'bytes', max: 250 } },
};

/** Any WebDAV server, with the extensions of Nextcloud and ownCloud. There is no change feed: a sync lists everything. */
export const webdav: Connector = { manifest, auth, open: openSession };
