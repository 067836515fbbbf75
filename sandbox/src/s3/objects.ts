import { byteRange } from '../shared/range.ts';
import type { Payload } from './body.ts';
import { type Bucket, md5, type StoredObject } from './bucket.ts';
import { S3Error } from './errors.ts';
import { header, type S3Request } from './request.ts';

export interface S3Response {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Uint8Array;
}

/** Headers that are stored with an object and come back with it, beside x-amz-meta-*. */
const KEPT = ['content-type', 'content-disposition', 'content-language', 'cache-control', 'expires'];

export function putObject(bucket: Bucket, req: S3Request, { bytes, checksums }: Payload): S3Response {
  assertMayWrite(bucket, req);
  const etag = bucket.etagOf(md5(bytes).toString('hex'));
  bucket.put(req.key, { bytes, etag, headers: { ...storedHeaders(req), ...checksums } });
  return { status: 200, headers: { etag, ...bucket.encryption, ...checksums } };
}

/** Answers GET and HEAD; the server leaves out the body for HEAD. */
export function getObject(bucket: Bucket, req: S3Request): S3Response {
  const object = bucket.get(req.key);
  if (!object) throw new S3Error('NoSuchKey', undefined, { Key: req.key });
  const validators = { etag: object.etag, 'last-modified': object.modifiedAt.toUTCString() };
  if (matches(header(req, 'if-match'), object) === false) throw new S3Error('PreconditionFailed');
  if (matches(header(req, 'if-none-match'), object)) return { status: 304, headers: validators };

  const size = object.bytes.length;
  const asked = header(req, 'range');
  const range = byteRange(asked, size);
  if (range === 'unsatisfiable') {
    throw new S3Error('InvalidRange', undefined, { RangeRequested: asked ?? '', ActualObjectSize: `${size}` });
  }
  // A checksum covers the complete object, so it is sent only with all of it.
  const withChecksums = !range && header(req, 'x-amz-checksum-mode') === 'ENABLED';
  const kept = objectHeaders(object, withChecksums);
  const headers = { ...kept, ...bucket.encryption, ...validators, 'accept-ranges': 'bytes' };
  if (!range) return { status: 200, headers: { ...headers, 'content-length': size }, body: object.bytes };
  const body = object.bytes.subarray(range.start, range.end + 1);
  const contentRange = `bytes ${range.start}-${range.end}/${size}`;
  return { status: 206, headers: { ...headers, 'content-range': contentRange, 'content-length': body.length }, body };
}

export function deleteObject(bucket: Bucket, req: S3Request): S3Response {
  const condition = header(req, 'if-match');
  if (condition !== undefined && bucket.quirks.deleteConditions === 'refused')
    throw new S3Error('NotImplemented', undefined, { Header: 'If-Match' });
  if (condition !== undefined && bucket.quirks.deleteConditions !== 'ignored') {
    const existing = bucket.get(req.key);
    if (!existing) throw new S3Error('NoSuchKey', undefined, { Key: req.key });
    if (!matches(condition, existing)) throw new S3Error('PreconditionFailed');
  }
  bucket.delete(req.key);
  return { status: 204 };
}

/** Conditional writes: `If-None-Match: *` creates only, `If-Match` replaces only what the caller has seen. */
export function assertMayWrite(bucket: Bucket, req: S3Request): void {
  if (bucket.quirks.conditions === 'refused' && header(req, 'if-none-match') !== undefined)
    throw new S3Error('NotImplemented', undefined, { Header: 'If-None-Match' });
  if (bucket.quirks.conditions === 'ignored') return;
  const existing = bucket.get(req.key);
  const ifMatch = header(req, 'if-match');
  if (ifMatch !== undefined && !existing) throw new S3Error('NoSuchKey', undefined, { Key: req.key });
  if (existing && matches(ifMatch, existing) === false) throw new S3Error('PreconditionFailed');
  if (existing && matches(header(req, 'if-none-match'), existing)) throw new S3Error('PreconditionFailed');
}

export function storedHeaders(req: S3Request): Record<string, string> {
  const names = Object.keys(req.headers).filter((name) => KEPT.includes(name) || name.startsWith('x-amz-meta-'));
  const kept = Object.fromEntries(names.map((name) => [name, header(req, name) ?? '']));
  // aws-chunked names the framing of the request, not the content.
  const encodings = (header(req, 'content-encoding') ?? '').split(',').map((one) => one.trim());
  const encoding = encodings.filter((one) => one !== '' && one !== 'aws-chunked').join(',');
  return { 'content-type': 'binary/octet-stream', ...kept, ...(encoding && { 'content-encoding': encoding }) };
}

function objectHeaders(object: StoredObject, withChecksums: boolean): Record<string, string> {
  const entries = Object.entries(object.headers);
  return Object.fromEntries(entries.filter(([name]) => withChecksums || !name.startsWith('x-amz-checksum-')));
}

/** Undefined when the header is absent. */
export function matches(condition: string | undefined, { etag }: StoredObject): boolean | undefined {
  if (condition === undefined) return undefined;
  const tags = condition.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(etag) || tags.includes(etag.slice(1, -1));
}
