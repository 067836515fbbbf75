import { byteRange } from '../shared/range.ts';
import { type Bucket, md5, type StoredObject } from './bucket.ts';
import { S3Error } from './errors.ts';
import { matches, type S3Response } from './objects.ts';
import { header, type S3Request } from './request.ts';
import { xml } from './xml.ts';

const MAX_COPY_BYTES = 5 * 1024 ** 3;

/**
 * CopyObject copies the object unchanged, with its headers; a copy onto itself would change nothing, and is refused.
 */
export function copyObject(bucket: Bucket, req: S3Request): S3Response {
  const { key, object } = findSource(bucket, req);
  const replaces = header(req, 'x-amz-metadata-directive') === 'REPLACE';
  if (replaces) throw new S3Error('NotImplemented', undefined, { Header: 'x-amz-metadata-directive' });
  if (key === req.key) {
    const message = 'This copy request is illegal because it is trying to copy an object to itself.';
    throw new S3Error('InvalidRequest', message);
  }
  if (object.bytes.length > MAX_COPY_BYTES)
    throw new S3Error('InvalidRequest', 'The specified copy source is too large.');
  const stored = bucket.put(req.key, { ...object, etag: bucket.etagOf(md5(object.bytes).toString('hex')) });
  return copied('CopyObjectResult', stored.etag, stored.modifiedAt);
}

/** The bytes of an UploadPartCopy. */
export function copiedBytes(bucket: Bucket, req: S3Request): Buffer {
  const { object } = findSource(bucket, req);
  const asked = header(req, 'x-amz-copy-source-range');
  if (asked === undefined) return object.bytes;
  const range = byteRange(asked, object.bytes.length);
  if (
    !range ||
    range === 'unsatisfiable' ||
    !/^bytes=\d+-\d+$/.test(asked) ||
    range.end !== Number(asked.split('-')[1])
  ) {
    throw new S3Error('InvalidArgument', 'The x-amz-copy-source-range value must be of the form bytes=first-last');
  }
  return object.bytes.subarray(range.start, range.end + 1);
}

export function copied(root: 'CopyObjectResult' | 'CopyPartResult', etag: string, at: Date): S3Response {
  const body = xml(root, { LastModified: at.toISOString(), ETag: etag });
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function findSource(bucket: Bucket, req: S3Request): { key: string; object: StoredObject } {
  let source: string;
  try {
    source = decodeURIComponent(header(req, 'x-amz-copy-source') ?? '').replace(/^\//, '');
  } catch {
    throw new S3Error('InvalidArgument', 'Copy Source must be URL-encoded');
  }
  const slash = source.indexOf('/');
  if (slash < 1) throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key');
  if (source.slice(0, slash) !== req.bucket) throw new S3Error('NoSuchBucket');
  const key = source.slice(slash + 1);
  const object = bucket.get(key);
  if (!object) throw new S3Error('NoSuchKey', undefined, { Key: key });
  if (matches(header(req, 'x-amz-copy-source-if-match'), object) === false) throw new S3Error('PreconditionFailed');
  return { key, object };
}
