import { createHash } from 'node:crypto';
import { ConnectorError } from '../../kit/errors.ts';
import { etagOf, isKeyed, md5Of } from '../adapt.ts';
import type { Bucket } from '../bucket.ts';
import { completeDocument, elementText } from '../protocol/documents.ts';

/** A store may need minutes to assemble the parts. */
const COMPLETE_IDLE_MS = 10 * 60_000;

export async function createParts(bucket: Bucket, id: string, headers: Record<string, string>): Promise<string> {
  const request = { method: 'POST', key: bucket.keyOf(id), query: { uploads: '' }, headers, accept: [200] };
  const { document } = await bucket.gateway.document(request);
  const uploadId = elementText(document, 'UploadId');
  if (!uploadId) throw new ConnectorError('unavailable', 'The store didn’t name the upload.');
  return uploadId;
}

/** The part’s ETag, and whether it proves that the store has these bytes. */
export async function putPart(
  bucket: Bucket,
  id: string,
  uploadId: string,
  number: number,
  bytes: Uint8Array,
): Promise<{ etag: string; isProved: boolean }> {
  const query = { uploadId, partNumber: String(number) };
  const answer = await bucket.gateway.send({ method: 'PUT', key: bucket.keyOf(id), query, body: bytes, accept: [200] });
  await answer.discard();
  const etag = etagOf(answer.headers);
  if (etag === '') throw new ConnectorError('unavailable', 'The store’s answer can’t be read.');
  const reported = isKeyed(answer.headers) ? undefined : md5Of(etag).md5;
  const isProved = reported === createHash('md5').update(bytes).digest('hex');
  if (reported !== undefined && !isProved)
    throw new ConnectorError('corrupt', 'The store has other bytes than were sent.');
  return { etag, isProved };
}

/** The request that assembles the parts into a file. */
export const completeRequest = (bucket: Bucket, id: string, uploadId: string, etags: readonly string[]) => ({
  method: 'POST',
  key: bucket.keyOf(id),
  query: { uploadId },
  headers: { 'content-type': 'application/xml' },
  body: completeDocument(etags.map((etag) => `"${etag}"`)),
  accept: [200],
  idleMs: COMPLETE_IDLE_MS,
  root: 'CompleteMultipartUploadResult',
});

export async function abortParts(bucket: Bucket, id: string, uploadId: string): Promise<void> {
  const request = { method: 'DELETE', key: bucket.keyOf(id), query: { uploadId }, accept: [200, 204, 404] };
  await (await bucket.gateway.send(request)).discard();
}

interface BegunUpload {
  uploadId: string;
  /** The start, by the store’s clock. */
  begunAt: number;
}

/** The unfinished uploads to a key; null if the store doesn’t list them. */
export async function unfinishedParts(bucket: Bucket, id: string): Promise<BegunUpload[] | null> {
  const key = bucket.keyOf(id);
  const query = { uploads: '', prefix: key };
  const request = { method: 'GET', key: null, query, accept: [200], root: 'ListMultipartUploadsResult' };
  try {
    const { document } = await bucket.gateway.document(request);
    return [...document.matchAll(/<(?:\w+:)?Upload>(.*?)<\/(?:\w+:)?Upload>/gs)]
      .filter(([, upload]) => elementText(upload!, 'Key') === key)
      .map(([, upload]) => ({
        uploadId: elementText(upload!, 'UploadId') ?? '',
        begunAt: Date.parse(elementText(upload!, 'Initiated') ?? ''),
      }));
  } catch (error) {
    if (error instanceof ConnectorError && ['forbidden', 'not_found'].includes(error.code)) return null;
    throw error;
  }
}

/** Throws `not_found` if the store has dropped the upload. */
export async function expectUpload(bucket: Bucket, id: string, uploadId: string): Promise<void> {
  const query = { uploadId, 'max-parts': '1' };
  const root = 'ListPartsResult';
  await bucket.gateway.document({ method: 'GET', key: bucket.keyOf(id), query, accept: [200], root });
}

/** S3’s ETag of a file, computed from those of its parts, if they are hashes. */
export function etagOfParts(etags: readonly string[]): string | null {
  if (etags.some((etag) => md5Of(etag).md5 === undefined)) return null;
  const digests = etags.map((etag) => Buffer.from(etag, 'hex'));
  return `${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${etags.length}`;
}
