import { ConnectorError } from '../kit/errors.ts';
import type { Hashes } from '../kit/hashes/hashes.ts';
import { md5Of, type S3Object } from './adapt.ts';
import type { Bucket } from './bucket.ts';
import { deleteObject } from './delete-objects.ts';
import { elementText } from './protocol/documents.ts';
import { noSuchItem } from './protocol/gateway.ts';
import type { ListedObject } from './protocol/listing.ts';
import { percentEncoded } from './protocol/signature.ts';
import { abortParts, completeRequest, createParts } from './uploads/parts.ts';

const GiB = 1024 ** 3;
export interface CopyLimits {
  /** The largest file that one request copies. */
  whole: number;
  part: number;
}
const usual: CopyLimits = { whole: 5 * GiB, part: 1 * GiB };
const partsAtOnce = 4;

type Copied = { size: number; etag: string };

/** Copies within the store exactly the bytes that were described; verified by size, and by ETag if it is a hash. */
export async function copyObject(
  bucket: Bucket,
  from: string,
  to: string,
  seen?: Copied,
  limits: CopyLimits = usual,
): Promise<void> {
  const source = seen ?? (await bucket.head(from));
  if (source === null) throw noSuchItem();
  const isInParts = source.size > limits.whole && (await bucket.gateway.features.has('part-copy'));
  if (!isInParts || !(await copyParts(bucket, from, to, source, limits.part))) {
    const headers = await sourceHeaders(bucket, from, source);
    const root = 'CopyObjectResult';
    await bucket.gateway.document({ method: 'PUT', key: bucket.keyOf(to), headers, accept: [200], root });
  }
}

async function sourceHeaders({ gateway, keyOf }: Bucket, from: string, { etag }: Copied) {
  const { bucket } = await gateway.store();
  return {
    'x-amz-copy-source': `/${bucket}/${keyOf(from).split('/').map(percentEncoded).join('/')}`,
    ...(etag !== '' && { 'x-amz-copy-source-if-match': `"${etag}"` }),
  };
}

/** Returns false if the store can’t: Google’s copies files of any size in one request. */
async function copyParts(bucket: Bucket, from: string, to: string, source: Copied, part: number): Promise<boolean> {
  const headers = await sourceHeaders(bucket, from, source);
  const contentType = (await bucket.head(from))?.contentType;
  const uploadId = await createParts(bucket, to, contentType ? { 'content-type': contentType } : {});
  try {
    const etags: (string | null)[] = [];
    for (let start = 0; start < source.size; start += partsAtOnce * part) {
      const starts = Array.from({ length: partsAtOnce }, (_, at) => start + at * part);
      const copied = starts.filter((at) => at < source.size).map((at) => copyPart(at));
      etags.push(...(await allOf(copied)));
    }
    const isSupported = !etags.includes(null);
    if (isSupported) await bucket.gateway.document(completeRequest(bucket, to, uploadId, etags as string[]));
    else {
      await bucket.gateway.features.lacks('part-copy');
      await abortParts(bucket, to, uploadId);
    }
    return isSupported;
  } catch (error) {
    await abortParts(bucket, to, uploadId).catch(() => {});
    throw error;
  }

  async function copyPart(start: number): Promise<string | null> {
    const range = `bytes=${start}-${Math.min(start + part, source.size) - 1}`;
    const { status, document } = await bucket.gateway.document({
      method: 'PUT',
      key: bucket.keyOf(to),
      query: { uploadId, partNumber: String(start / part + 1) },
      headers: { ...headers, 'x-amz-copy-source-range': range },
      accept: [200, 501],
      root: 'CopyPartResult',
    });
    if (status === 501) return null;
    return (elementText(document, 'ETag') ?? '').replaceAll('"', '');
  }
}

/** Waits for all even if one fails, so that nothing is still being created during the cleanup. */
export async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/**
 * Compares the size and every hash that both have. Listings only have ETags, which may or may not be hashes: at a store
 * with the customer’s own keys (SSE-KMS) two objects with the same bytes have different ones. So if they differ, both
 * objects are requested.
 */
export async function isSame(bucket: Bucket, a: ListedObject, b: ListedObject | undefined): Promise<boolean> {
  if (b === undefined || a.size !== b.size) return false;
  if (a.etag === b.etag || md5Of(a.etag).md5 === undefined || md5Of(b.etag).md5 === undefined) return true;
  const [one, other] = await Promise.all([bucket.head(a.key), bucket.head(b.key)]);
  return one !== null && other !== null && haveSameBytes(one, other);
}

const haveSameBytes = (a: S3Object, b: S3Object): boolean =>
  a.size === b.size &&
  (Object.keys(a.hashes) as (keyof Hashes)[]).every((name) => (b.hashes[name] ?? a.hashes[name]) === a.hashes[name]);

/** Removes a copy that differs. */
export async function expectCopy(bucket: Bucket, from: S3Object, to: string): Promise<S3Object> {
  const copy = await bucket.head(to);
  if (copy !== null && haveSameBytes(from, copy)) return copy;
  await deleteObject(bucket, to);
  throw new ConnectorError('corrupt', 'The copy that the store made isn’t identical.');
}
