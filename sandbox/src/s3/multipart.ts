import { randomBytes } from 'node:crypto';
import type { Payload } from './body.ts';
import { type Bucket, byUtf8, type MultipartUpload, md5, type Part } from './bucket.ts';
import { copied, copiedBytes } from './copy.ts';
import { S3Error } from './errors.ts';
import { assertMayWrite, type S3Response, storedHeaders } from './objects.ts';
import type { S3Request } from './request.ts';
import { xml, xmlText } from './xml.ts';

const MAX_PART_NUMBER = 10_000;
/** The minimum size of every part but the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

export function createUpload(bucket: Bucket, req: S3Request): S3Response {
  const id = randomBytes(24).toString('base64url');
  bucket.uploads.set(id, { key: req.key, initiatedAt: new Date(), headers: storedHeaders(req), parts: new Map() });
  return answer('InitiateMultipartUploadResult', { Bucket: req.bucket, Key: req.key, UploadId: id });
}

export function uploadPart(bucket: Bucket, req: S3Request, { bytes, checksums }: Payload): S3Response {
  const { parts } = findUpload(bucket, req);
  const number = partNumberOf(req);
  const etag = bucket.etagOf(md5(bytes).toString('hex'));
  parts.set(number, { bytes, etag, checksums });
  return { status: 200, headers: { etag, ...bucket.encryption, ...checksums } };
}

export function uploadPartCopy(bucket: Bucket, req: S3Request): S3Response {
  if (bucket.quirks.partCopies === 'refused') throw new S3Error('NotImplemented');
  const { parts } = findUpload(bucket, req);
  const bytes = copiedBytes(bucket, req);
  const etag = bucket.etagOf(md5(bytes).toString('hex'));
  parts.set(partNumberOf(req), { bytes, etag, checksums: {} });
  return copied('CopyPartResult', etag, new Date());
}

/** In pages of at most 1,000, by number. */
export function listParts(bucket: Bucket, req: S3Request): S3Response {
  const { key, parts } = findUpload(bucket, req);
  const max = Math.min(Number(req.query.get('max-parts') ?? 1000), 1000);
  const after = Number(req.query.get('part-number-marker') ?? 0);
  const left = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
  const page = left.slice(0, max);
  return answer('ListPartsResult', {
    Bucket: req.bucket,
    Key: key,
    UploadId: req.query.get('uploadId'),
    IsTruncated: left.length > page.length,
    NextPartNumberMarker: page.at(-1)?.[0],
    Part: page.map(([number, { etag, bytes }]) => ({ PartNumber: number, ETag: etag, Size: bytes.length })),
  });
}

function partNumberOf(req: S3Request): number {
  const number = Number(req.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER) {
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${MAX_PART_NUMBER}, inclusive`);
  }
  return number;
}

export function completeUpload(bucket: Bucket, req: S3Request, payload: Payload): S3Response {
  const upload = findUpload(bucket, req);
  const parts = chooseParts(upload, payload.bytes.toString());
  assertMayWrite(bucket, req);
  const etag = bucket.etagOfParts(parts);
  bucket.put(upload.key, { bytes: Buffer.concat(parts.map((part) => part.bytes)), etag, headers: upload.headers });
  bucket.uploads.delete(req.query.get('uploadId') ?? '');
  const location = `http://${req.headers.host}${req.path}`;
  return answer('CompleteMultipartUploadResult', { Location: location, Bucket: req.bucket, Key: req.key, ETag: etag });
}

export function abortUpload(bucket: Bucket, req: S3Request): S3Response {
  findUpload(bucket, req);
  bucket.uploads.delete(req.query.get('uploadId') ?? '');
  return { status: 204 };
}

/** Every unfinished upload below a prefix, in one page. */
export function listUploads(bucket: Bucket, req: S3Request): S3Response {
  const prefix = req.query.get('prefix') ?? '';
  const found = [...bucket.uploads]
    .filter(([, upload]) => upload.key.startsWith(prefix))
    .sort(([, a], [, b]) => byUtf8(a.key, b.key) || a.initiatedAt.getTime() - b.initiatedAt.getTime());
  return answer('ListMultipartUploadsResult', {
    Bucket: req.bucket,
    Prefix: prefix,
    IsTruncated: false,
    Upload: found.map(([id, { key, initiatedAt }]) => ({
      Key: key,
      UploadId: id,
      StorageClass: 'STANDARD',
      Initiated: initiatedAt.toISOString(),
    })),
  });
}

function findUpload(bucket: Bucket, req: S3Request): MultipartUpload {
  const id = req.query.get('uploadId') ?? '';
  const upload = bucket.uploads.get(id);
  if (upload?.key !== req.key) throw new S3Error('NoSuchUpload', undefined, { UploadId: id });
  return upload;
}

/** The parts in a CompleteMultipartUpload document; each must exist and have the ETag that the sender gives. */
function chooseParts({ parts }: MultipartUpload, document: string): Part[] {
  const inside = /^\s*(?:<\?xml[^>]*\?>)?\s*<CompleteMultipartUpload[^>]*>(.+)<\/CompleteMultipartUpload>\s*$/s.exec(
    document,
  );
  const sources = [...(inside?.[1] ?? '').matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => part);
  if (sources.length === 0) throw new S3Error('MalformedXML');
  const wanted = sources.map((source) => {
    const etag = xmlText(source, 'ETag');
    const number = Number(xmlText(source, 'PartNumber'));
    if (!Number.isInteger(number) || etag === undefined) throw new S3Error('MalformedXML');
    return { source, number, etag };
  });
  if (wanted.some(({ number }, i) => number <= (wanted[i - 1]?.number ?? 0))) throw new S3Error('InvalidPartOrder');

  return wanted.map(({ source, number, etag }, i) => {
    const part = parts.get(number);
    const named = { PartNumber: `${number}`, ETag: etag };
    if (part?.etag.replaceAll('"', '') !== etag.replaceAll('"', '') || !sameChecksums(part, source)) {
      throw new S3Error('InvalidPart', undefined, named);
    }
    if (part.bytes.length < MIN_PART_BYTES && i < wanted.length - 1) {
      const sizes = { ProposedSize: `${part.bytes.length}`, MinSizeAllowed: `${MIN_PART_BYTES}` };
      throw new S3Error('EntityTooSmall', undefined, { ...sizes, ...named });
    }
    return part;
  });
}

function sameChecksums({ checksums }: Part, source: string): boolean {
  return Object.entries(checksums).every(([header, value]) => {
    const given = xmlText(source, `Checksum${header.replace('x-amz-checksum-', '').toUpperCase()}`);
    return given === undefined || given === value;
  });
}

function answer(root: string, content: Parameters<typeof xml>[1]): S3Response {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml(root, content) };
}
