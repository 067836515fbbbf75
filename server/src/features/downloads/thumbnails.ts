import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import type { BlobAnswer } from '../../http/files/send-file.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { asFile } from '../../platform/blobs/index.ts';
import { findProgram } from '../../platform/processes/find-program.ts';
import { type Pictured, type ThumbnailMaker, TooBusy } from '../../platform/thumbnails/index.ts';
import type { Services } from '../../services.ts';
import { contentKey, thumbnailKey } from '../storage/index.ts';
import type { StoredFile } from './stored-file.queries.ts';

export type Thumbnails = (file: StoredFile, request: IncomingMessage) => Promise<BlobAnswer | 'none'>;

/** Larger files get no picture. A file that is not on this disk has to be fetched first. */
const largest = 2 * 1024 ** 3;
const largestFetched = 100 * 1024 ** 2;

interface Content {
  organizationId: string;
  sha256: Buffer;
  size: number;
  kind: Pictured;
}

/** A picture being made. Requests for the same one wait for it, and when none is left it is aborted. */
interface Making {
  result: Promise<Uint8Array | null>;
  wanted: number;
  stop: AbortController;
}

/**
 * Pictures of documents, made at the first request and kept beside the contents. 'none' if there is none, or none yet
 * because too many are being made.
 */
export function thumbnailsOf(services: Services, maker: ThumbnailMaker): Thumbnails {
  const making = new Map<string, Making>();
  return async (file, request) => {
    const kind = pictured(file.type);
    if (!kind || !file.sha256 || file.stored_size === null || file.thumbnail === 'none') return 'none';
    const content = { organizationId: file.organization_id, sha256: file.sha256, size: file.stored_size, kind };
    const key = thumbnailKey(content.organizationId, content.sha256);
    const kept = file.thumbnail === 'ready' ? await services.blobs.head(key) : null;
    const size =
      kept?.size ?? (await madeOnce(making, key, request, (stop) => make(services, maker, content, stop)))?.length;
    if (size === undefined) return 'none';
    return {
      name: `${file.name}.webp`,
      type: { mime: 'image/webp', inline: true },
      size,
      save: false,
      // The address changes with the content, so it never has to be revalidated.
      cacheControl: 'private, max-age=31536000, immutable',
      key,
      etag: `"thumbnail-${content.sha256.toString('hex')}"`,
      modifiedAt: file.modified_at,
    };
  };
}

const pictured = (type: string): Pictured | null =>
  type === 'image' || type === 'pdf' || type === 'video' ? type : null;

async function madeOnce(
  all: Map<string, Making>,
  key: string,
  request: IncomingMessage,
  begin: (stop: AbortSignal) => Promise<Uint8Array | null>,
): Promise<Uint8Array | null> {
  let one = all.get(key);
  if (!one) {
    const stop = new AbortController();
    one = { result: begin(stop.signal).finally(() => all.delete(key)), wanted: 0, stop };
    one.result.catch(() => {});
    all.set(key, one);
  }
  const making = one;
  const leave = () => {
    making.wanted -= 1;
    if (making.wanted === 0) making.stop.abort(new TooBusy());
  };
  making.wanted += 1;
  request.socket.once('close', leave);
  try {
    return await making.result;
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return null;
  } finally {
    request.socket.off('close', leave);
  }
}

async function make({ db, blobs }: Services, maker: ThumbnailMaker, content: Content, stop: AbortSignal) {
  const { organizationId, sha256, kind } = content;
  const canDraw = kind !== 'video' || (await findProgram('ffmpeg')) !== null;
  const found = canDraw && (await withFile(blobs, content, (file) => maker.make({ kind, file }, organizationId, stop)));
  if (found === 'absent') return null;
  const key = thumbnailKey(organizationId, sha256);
  if (found) await blobs.put(key, found, { contentType: 'image/webp' });
  const { numAffectedRows } = await sql`insert into thumbnails (organization_id, sha256, state)
    select organization_id, sha256, ${found ? 'ready' : 'none'} from blobs
    where organization_id = ${organizationId} and sha256 = ${sha256}
    on conflict (organization_id, sha256) do update set state = excluded.state, created_at = now()`.execute(db);
  // The content was deleted meanwhile, so its picture is deleted too.
  if (found && !numAffectedRows) await blobs.delete(key);
  return found || null;
}

/** Returns null if the file is too large for a picture. */
async function withFile<T>(
  blobs: Services['blobs'],
  { organizationId, sha256, size }: Content,
  use: (file: string) => Promise<T>,
): Promise<T | 'absent' | null> {
  if (size > (blobs.fileOf ? largest : largestFetched)) return null;
  return asFile(blobs, contentKey(organizationId, sha256), use);
}

/** Weekly: deletes failures older than a month, since newer programs may succeed. */
export const retryThumbnails = onJob(
  jobType<object>('downloads.retry-thumbnails'),
  async (_, { db }) => {
    await sql`delete from thumbnails where state = 'none' and created_at < now() - interval '30 days'`.execute(db);
  },
  '33 4 * * 0',
);
