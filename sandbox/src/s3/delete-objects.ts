import type { Payload } from './body.ts';
import type { Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import type { S3Response } from './objects.ts';
import { header, type S3Request } from './request.ts';
import { xml, xmlText } from './xml.ts';

const MAX_KEYS = 1000;

/** DeleteObjects: up to 1,000 keys; the body must be protected by Content-MD5 or a checksum. */
export function deleteObjects(bucket: Bucket, req: S3Request, { bytes, checksums }: Payload): S3Response {
  if (header(req, 'content-md5') === undefined && Object.keys(checksums).length === 0) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  }
  const document = bytes.toString();
  // XML has no such characters, not even as references.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (!/<Delete[\s>]/.test(document) || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|&#x?0*1?[0-9a-f];/i.test(document)) {
    throw new S3Error('MalformedXML');
  }
  const keys = [...document.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, object = '']) => xmlText(object, 'Key'));
  if (keys.length === 0 || keys.length > MAX_KEYS || keys.includes(undefined)) throw new S3Error('MalformedXML');
  for (const key of keys) bucket.delete(key!);
  const isQuiet = xmlText(document, 'Quiet') === 'true';
  const body = xml('DeleteResult', { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key: Key! })) });
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
