import type { Connector, Manifest } from '../kit/connector.ts';
import { posix } from '../kit/names.ts';
import { auth } from './auth.ts';
import { openSession } from './session.ts';
import { CHUNK_UNIT, MOST_UNITS } from './upload-chunks.ts';

const manifest: Manifest = {
  slug: 'webdav',
  name: 'WebDAV',
  capabilities: ['files', 'writes', 'writes.move', 'writes.copy', 'quota'],
  urls: {},
  // Nextcloud and ownCloud, where the client that uploaded told one; plain servers none.
  hashes: ['sha256', 'sha1', 'md5'],
  // What holds for every account: ids of Nextcloud and ownCloud do stay through moves, those of plain servers do not.
  stableIds: false,
  uniqueNames: true,
  upload: { chunkMultiple: CHUNK_UNIT, maxChunk: 10 * CHUNK_UNIT, maxSize: CHUNK_UNIT * MOST_UNITS },
  names: { ...posix, maxLength: { unit: 'bytes', most: 250 } },
};

/** Any WebDAV server, with what Nextcloud and ownCloud know besides. There is no change feed: a sync lists. */
export const webdav: Connector = { manifest, auth, open: openSession };
