import { ConnectorError } from '../kit/errors.ts';
import { md5Of, type S3Object } from './adapt.ts';
import type { Bucket } from './bucket.ts';
import { deleteObject } from './delete-objects.ts';
import { elementText } from './protocol/documents.ts';
import { noSuchItem } from './protocol/gateway.ts';
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

/** A copy within the store, of exactly the bytes that were seen; proved by size, and by ETag where it is a hash. */
export async function copyObject(
  bucket: Bucket,
  from: string,
  to: string,
  seen?: Copied,
  limits: CopyLimits = usual,
): Promise<void> {
  const source = seen ?? (await bucket.head(from));
  if (source === null) throw noSuchItem();
  if (source.size > limits.whole) await copyParts(bucket, from, to, source, limits.part);
  else {
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

async function copyParts(bucket: Bucket, from: string, to: string, source: Copied, part: number): Promise<void> {
  const headers = await sourceHeaders(bucket, from, source);
  const contentType = (await bucket.head(from))?.contentType;
  const uploadId = await createParts(bucket, to, contentType ? { 'content-type': contentType } : {});
  try {
    const etags: string[] = [];
    for (let start = 0; start < source.size; start += partsAtOnce * part) {
      const starts = Array.from({ length: partsAtOnce }, (_, at) => start + at * part);
      const copied = starts.filter((at) => at < source.size).map((at) => copyPart(at));
      etags.push(...(await allOf(copied)));
    }
    await bucket.gateway.document(completeRequest(bucket, to, uploadId, etags));
  } catch (error) {
    await abortParts(bucket, to, uploadId).catch(() => {});
    throw error;
  }

  async function copyPart(start: number): Promise<string> {
    const range = `bytes=${start}-${Math.min(start + part, source.size) - 1}`;
    const { document } = await bucket.gateway.document({
      method: 'PUT',
      key: bucket.keyOf(to),
      query: { uploadId, partNumber: String(start / part + 1) },
      headers: { ...headers, 'x-amz-copy-source-range': range },
      accept: [200],
      root: 'CopyPartResult',
    });
    return (elementText(document, 'ETag') ?? '').replaceAll('"', '');
  }
}

/** Waits for all even where one fails, so that nothing is still being made when the rest is cleared up. */
export async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** ETags can be compared only where both are hashes of all bytes. */
export const isSame = (a: Copied, b: Copied): boolean =>
  a.size === b.size && (md5Of(a.etag).md5 === undefined || md5Of(b.etag).md5 === undefined || a.etag === b.etag);

/** A copy that is not the same is removed. */
export async function expectCopy(bucket: Bucket, from: Copied, to: string): Promise<S3Object> {
  const copy = await bucket.head(to);
  if (copy !== null && isSame(from, copy)) return copy;
  await deleteObject(bucket, to);
  throw new ConnectorError('corrupt', 'The copy that the store made isn’t identical.');
}
