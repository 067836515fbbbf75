import { ConnectorError } from '../kit/errors.ts';
import type { Hashes } from '../kit/hashes/hashes.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { fileOf, isKeyed, md5Of, objectOf, type S3Object } from './adapt.ts';
import { isFolderId } from './keys.ts';
import { type Gateway, type ListRequest, noSuchItem } from './protocol/gateway.ts';
import type { ListedObject, ListPage } from './protocol/listing.ts';

/** The part of a bucket that is the account: keys below its prefix. */
export interface Bucket {
  gateway: Gateway;
  prefix: string;
  keyOf(id: string): string;
  /** A page of ids below a prefix of ids. */
  list(request: ListRequest): Promise<ListPage>;
  /** Null if there is none. */
  head(id: string, signal?: AbortSignal): Promise<(S3Object & { contentType: string | undefined }) | null>;
  /** A folder exists while it contains anything, or while an object marks it. */
  hasFolder(id: string): Promise<boolean>;
  file(id: RemoteId): Promise<RemoteItem>;
  /** The files of a page, with hashes as far as a listing has them. */
  listed(page: readonly ListedObject[]): Promise<RemoteItem[]>;
  /** Must be called with the headers of every object that is read or written. */
  notice(headers: Parameters<typeof isKeyed>[0]): void;
}

/** Set if the store reports its checksums, not only the ETag. */
export const withChecksums = {
  feature: 'checksum-mode',
  headers: { 'x-amz-checksum-mode': 'ENABLED' },
} as const;

export function createBucket(gateway: Gateway, prefix: string): Bucket {
  const keyOf = (id: string) => prefix + id;
  /** Whether ETags of the bucket can be hashes: listings don’t report how an object is encrypted. */
  let isHashed: boolean | null = null;
  let askedUntil = Number.NEGATIVE_INFINITY;

  const notice: Bucket['notice'] = (headers) => {
    if (isKeyed(headers)) isHashed = false;
  };

  async function look(id: string, signal?: AbortSignal) {
    const request = { key: keyOf(id), optional: withChecksums, ...(signal && { signal }) };
    const answer = await gateway.send({ ...request, method: 'HEAD', accept: [200, 404, 400, 401, 403] });
    await answer.discard();
    if (answer.status === 404) return null;
    if (answer.status === 200) return answer.headers;
    // A refused HEAD has no reason; the same request as GET does.
    const why = await gateway.send({ ...request, method: 'GET', accept: [200, 404] });
    why.body.destroy();
    return why.status === 404 ? null : why.headers;
  }

  async function head(id: string, signal?: AbortSignal) {
    if (id === '') return null;
    const headers = await look(id, signal);
    if (headers === null) return null;
    notice(headers);
    return { ...objectOf(headers), contentType: headers['content-type'] };
  }

  async function list(request: ListRequest): Promise<ListPage> {
    const { startAfter } = request;
    const page = await gateway.list({
      ...request,
      prefix: keyOf(request.prefix),
      ...(startAfter !== undefined && { startAfter: keyOf(startAfter) }),
    });
    const below = (key: string) => key.slice(prefix.length);
    return {
      ...page,
      objects: page.objects.map((object) => ({ ...object, key: below(object.key) })),
      prefixes: page.prefixes.map(below),
    };
  }

  /**
   * Checks the newest object so far: encryption is a bucket setting that applies to later writes. So a bucket in which
   * only the newer half is encrypted with the customer’s own keys has no hashes either.
   */
  async function areHashed(page: readonly ListedObject[]): Promise<boolean> {
    const candidates = page.filter(({ key, etag }) => !isFolderId(key) && md5Of(etag).md5 !== undefined);
    const timeOf = ({ modifiedAt }: ListedObject) => modifiedAt?.getTime() ?? 0;
    const sample = candidates.reduce<ListedObject | null>(
      (newest, one) => (newest === null || timeOf(one) > timeOf(newest) ? one : newest),
      null,
    );
    if (isHashed === false || sample === null || timeOf(sample) <= askedUntil) return isHashed ?? true;
    try {
      if ((await head(sample.key)) !== null) {
        askedUntil = timeOf(sample);
        isHashed ??= true;
      }
    } catch (error) {
      // Hashes don’t matter without the right to read files.
      if (!(error instanceof ConnectorError) || error.code !== 'forbidden') throw error;
      isHashed = false;
    }
    return isHashed ?? true;
  }

  return {
    gateway,
    prefix,
    keyOf,
    list,
    head,
    notice,
    async hasFolder(id) {
      const { objects, unreadable } = await list({ prefix: id, maxKeys: 1 });
      return objects.length + unreadable.length > 0;
    },
    async file(id) {
      const object = await head(id);
      if (object === null) throw noSuchItem();
      return fileOf(id, object);
    },
    async listed(page) {
      const hashesOf = (await areHashed(page)) ? md5Of : (): Hashes => ({});
      return page
        .filter(({ key }) => key !== '' && !isFolderId(key))
        .map((object) => fileOf(object.key as RemoteId, { ...object, hashes: hashesOf(object.etag) }));
    },
  };
}
