import { type Bucket, byUtf8 } from './bucket.ts';
import { S3Error } from './errors.ts';
import type { S3Response } from './objects.ts';
import type { S3Request } from './request.ts';
import { xml } from './xml.ts';

const MAX_KEYS = 1000;
/** Sorts after every key below a common prefix, so that the next page continues after it. */
const AFTER_ALL = '\u{10FFFF}';

/**
 * ListObjectsV2 and its predecessor ListObjects: pages of at most 1,000 keys and common prefixes, in the order of their
 * UTF-8 bytes.
 */
export function listObjects(bucket: Bucket, req: S3Request): S3Response {
  const knowsOnlyFirst = bucket.quirks.listVersion === 1;
  const isFirst = knowsOnlyFirst || !req.query.has('list-type');
  const prefix = req.query.get('prefix') ?? '';
  const delimiter = req.query.get('delimiter') ?? '';
  const token = isFirst ? undefined : req.query.get('continuation-token');
  const startAfter = req.query.get(isFirst ? 'marker' : 'start-after');
  const maxKeys = Math.min(readMaxKeys(req.query.get('max-keys')), bucket.quirks.pageSize ?? MAX_KEYS);
  const encoding = knowsOnlyFirst ? undefined : req.query.get('encoding-type');
  const name = readEncoding(encoding);

  const keys: string[] = [];
  const prefixes: string[] = [];
  let last = token === undefined ? startAfter : readToken(token);
  let truncated = false;
  for (const key of bucket.keys()) {
    if (!key.startsWith(prefix) || (last !== undefined && byUtf8(key, last) <= 0)) continue;
    if (keys.length + prefixes.length === maxKeys) {
      truncated = maxKeys > 0;
      break;
    }
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (cut < 0) {
      keys.push(key);
      last = key;
    } else {
      const common = key.slice(0, cut + delimiter.length);
      prefixes.push(common);
      last = common + AFTER_ALL;
    }
  }

  const body = xml('ListBucketResult', {
    Name: req.bucket,
    Prefix: name(prefix),
    Delimiter: delimiter === '' ? undefined : name(delimiter),
    EncodingType: encoding,
    ...(isFirst
      ? // The first version names the next page only if there is a delimiter.
        {
          Marker: name(startAfter ?? ''),
          NextMarker: truncated && delimiter !== '' ? name(last!.replace(AFTER_ALL, '')) : undefined,
        }
      : {
          StartAfter: startAfter === undefined ? undefined : name(startAfter),
          ContinuationToken: token,
          NextContinuationToken: truncated ? Buffer.from(`after:${last}`).toString('base64url') : undefined,
          KeyCount: keys.length + prefixes.length,
        }),
    MaxKeys: maxKeys,
    IsTruncated: truncated,
    Contents: keys.map((key) => ({ Key: name(key), ...describe(bucket, key) })),
    CommonPrefixes: prefixes.map((common) => ({ Prefix: name(common) })),
  });
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function describe(bucket: Bucket, key: string) {
  const object = bucket.get(key);
  return {
    LastModified: object?.modifiedAt.toISOString(),
    ETag: object?.etag,
    Size: object?.bytes.length,
    StorageClass: 'STANDARD',
  };
}

function readMaxKeys(value: string | undefined): number {
  if (value === undefined) return MAX_KEYS;
  if (!/^\d{1,10}$/.test(value)) {
    throw new S3Error('InvalidArgument', 'Argument maxKeys must be an integer between 0 and 2147483647');
  }
  return Math.min(Number(value), MAX_KEYS);
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  if (!text.startsWith('after:')) throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
  return text.slice('after:'.length);
}

/** The encoding of names: unchanged, or percent-encoded for clients that list keys XML can’t contain. */
function readEncoding(type: string | undefined): (name: string) => string {
  if (type === undefined) return (name) => name;
  if (type !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return (name) => encodeURIComponent(name).replaceAll('%2F', '/').replaceAll('%20', '+');
}
