import type { Payload } from './body.ts';
import type { Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { matches, type S3Response } from './objects.ts';
import { header, type S3Request } from './request.ts';
import { xml, xmlText } from './xml.ts';

const MAX_KEYS = 1000;

/** DeleteObjects: up to 1,000 keys, optionally with ETags; the body must be protected by Content-MD5 or a checksum. */
export function deleteObjects(bucket: Bucket, req: S3Request, { bytes, checksums }: Payload): S3Response {
  if (bucket.quirks.deletesMany === 'refused')
    throw new S3Error('InvalidArgument', 'Invalid argument.', { Details: 'Cannot create buckets using a POST.' });
  if (header(req, 'content-md5') === undefined && Object.keys(checksums).length === 0) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  }
  const document = bytes.toString();
  // XML doesn’t allow such characters, not even as references.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (!/<Delete[\s>]/.test(document) || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|&#x?0*1?[0-9a-f];/i.test(document)) {
    throw new S3Error('MalformedXML');
  }
  const objects = [...document.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, object = '']) => ({
    key: xmlText(object, 'Key'),
    etag: xmlText(object, 'ETag'),
  }));
  const isUnknown = bucket.quirks.deleteConditions === 'refused' && objects.some(({ etag }) => etag !== undefined);
  if (isUnknown || objects.length === 0 || objects.length > MAX_KEYS || objects.some(({ key }) => key === undefined))
    throw new S3Error('MalformedXML');
  const deleted: string[] = [];
  const refused: { Key: string; Code: string }[] = [];
  for (const { key = '', etag } of objects) {
    const existing = bucket.get(key);
    if (etag !== undefined && bucket.quirks.deleteConditions !== 'ignored' && !(existing && matches(etag, existing)))
      refused.push({ Key: key, Code: existing ? 'PreconditionFailed' : 'NoSuchKey' });
    else {
      bucket.delete(key);
      deleted.push(key);
    }
  }
  const isQuiet = xmlText(document, 'Quiet') === 'true';
  const body = xml('DeleteResult', { Deleted: isQuiet ? [] : deleted.map((Key) => ({ Key })), Error: refused });
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
